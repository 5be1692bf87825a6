r"""The frames of Denavit and Hartenberg on the joint axes of a serial arm, on SymPy symbols of its parameters.

Frame ``i - 1`` has its z axis along the axis of joint ``i``, and the x axis of frame ``i`` is the common normal of the axes of
joints ``i`` and ``i + 1``, with all joints at zero. Of parallel axes the normal through the last origin is taken; of axes that
meet, the direction nearer to the last x axis. The first frame is the base's where its z axis is that of the first joint, the last
one is the tool's where it can be.

References: [Denavit1955].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from kinloop.equations.readable import Simplifier
from kinloop.equations.symbol_names import number
from kinloop.mechanism.expressions.sympy_values import as_sympy
from kinloop.mechanism.parts.parts import Joint, Mechanism, Pose

# Sines of angles, and lengths in parts of the arm's, below this are zero.
ZERO = 1e-9
ROUNDING = 4e-16
X, Y, Z = (sp.Matrix([int(k == j) for k in range(3)]) for j in range(3))


class Coincidence(Exception):
    """Axes are parallel, or meet, at these values of the parameters only."""


@dataclass(frozen=True)
class Frame:
    """An origin and the directions of the x and the z axis, in the base's axes."""

    origin: Any
    x: Any
    z: Any

    @property
    def matrix(self) -> Any:
        """The homogeneous matrix of the frame."""
        axes = sp.Matrix.hstack(self.x, self.z.cross(self.x), self.z, self.origin)
        return sp.Matrix.vstack(axes, sp.Matrix([[0, 0, 0, 1]]))


@dataclass(frozen=True)
class Step:
    """The four numbers of a row, with the joint at zero."""

    theta: Any
    d: Any
    a: Any
    alpha: Any


class DHFrames:
    """The frames of a chain of joints from the base to the tool, and the steps between them.

    ``values`` are the parameters' numbers, which decide which axes are parallel and which meet; where ``symbols`` are numbers
    themselves, so are the frames.
    """

    def __init__(self, mechanism: Mechanism, chain: list[Joint], values: Mapping[str, float], symbols: Mapping[str, Any]) -> None:
        self._symbols, self._values = symbols, values
        tool = Pose() if mechanism.tool is None else mechanism.tool.origin
        lengths = [as_sympy(entry, symbols) for pose in (*(joint.origin for joint in chain), tool) for entry in pose.xyz]
        self._size = sum(abs(self._float(length)) for length in lengths) or 1.0
        self._simplify = Simplifier(positive=[name for name, value in values.items() if value > 0])
        place = sp.eye(4)
        axes: list[tuple[Any, Any]] = []
        for joint in chain:
            place = self._tidy(place * self.pose(joint.origin))
            if joint.definition.moves:
                axis = sp.Matrix([as_sympy(entry, symbols) for entry in joint.axis])
                axes.append((place[:3, 3], self._unit(place[:3, :3] * axis)))
        self.tool = self._tidy(place * self.pose(tool))
        self.frames = [self._first(*axes[0])]
        for p, z in axes[1:]:
            self.frames.append(self._next(self.frames[-1], p, z))
        self.frames.append(self._last(self.frames[-1]))
        self.steps = [self._step(*self.frames[k : k + 2]) for k in range(len(axes))]

    @property
    def base_pose(self) -> Any:
        """The first frame in the base's."""
        return self.frames[0].matrix

    @property
    def tool_pose(self) -> Any:
        """The tool in the last frame."""
        last = self.frames[-1].matrix
        R, p = last[:3, :3], last[:3, 3]
        offset = sp.Matrix.hstack(R.T * self.tool[:3, :3], R.T * (self.tool[:3, 3] - p))
        return self._tidy(sp.Matrix.vstack(offset, sp.Matrix([[0, 0, 0, 1]])))

    def pose(self, pose: Pose) -> Any:
        """A pose of the description as a homogeneous matrix."""
        if pose.quaternion is None:
            r, p, y = (as_sympy(angle, self._symbols) for angle in pose.rpy)
            R = sp.rot_ccw_axis3(y) * sp.rot_ccw_axis2(p) * sp.rot_ccw_axis1(r)
        else:
            w, *v = (as_sympy(entry, self._symbols) for entry in pose.quaternion)
            axis = sp.Matrix(v)
            size = w**2 + axis.dot(axis)
            R = sp.eye(3) + 2 * (w * axis.hat() + axis.hat() ** 2) / size
        origin = sp.Matrix([as_sympy(entry, self._symbols) for entry in pose.xyz])
        return sp.Matrix.vstack(sp.Matrix.hstack(R, origin), sp.Matrix([[0, 0, 0, 1]]))

    def rpy(self, R: Any) -> tuple[Any, Any, Any]:
        """Roll, pitch and yaw of a rotation matrix."""
        level = sp.sqrt(self._tidy(R[0, 0] ** 2 + R[1, 0] ** 2))
        if self._is_zero(level):
            return self._angle(-R[1, 2], R[1, 1]), self._angle(-R[2, 0], sp.S.Zero), sp.S.Zero
        return self._angle(R[2, 1], R[2, 2]), self._angle(-R[2, 0], level), self._angle(R[1, 0], R[0, 0])

    # ---------------------------------------------------------------- the frames one after another

    def _first(self, p: Any, z: Any) -> Frame:
        if self._is_zero(z - Z):
            return Frame(sp.Matrix([p[0], p[1], 0]), X, Z)
        x = next((axis for axis in (X, Y) if self._is_zero(sp.Matrix([axis.dot(z)]))), None)
        return Frame(p, self._unit(Y.cross(z)) if x is None else x, z)

    def _next(self, last: Frame, p: Any, z: Any) -> Frame:
        across = self._tidy(last.z.cross(z))
        between = p - last.origin
        if self._is_zero(across):
            offset = self._tidy(between - between.dot(last.z) * last.z)
            if self._is_zero(offset, self._size):
                return Frame(last.origin, last.x, z)
            return Frame(self._tidy(last.origin + offset), self._unit(offset), z)
        normal, square = self._unit(across), across.dot(across)
        foot = self._tidy(p + between.cross(last.z).dot(across) / square * z)
        a = self._tidy(normal.dot(between))
        if self._is_zero(sp.Matrix([a]), self._size):
            turned = self._float(normal.dot(last.x)) < -ZERO
        else:
            turned = a.could_extract_minus_sign() if a.free_symbols else self._float(a) < 0
        return Frame(foot, -normal if turned else normal, z)

    def _last(self, last: Frame) -> Frame:
        origin, x, z = self.tool[:3, 3], self.tool[:3, 0], self.tool[:3, 2]
        between = self._tidy(origin - last.origin)
        meets = self._tidy(between.dot(last.z.cross(x)))
        if self._is_zero(sp.Matrix([x.dot(last.z)])) and self._is_zero(sp.Matrix([meets]), self._size):
            return Frame(origin, x, z)
        offset = self._tidy(between - between.dot(last.z) * last.z)
        if self._is_zero(offset, self._size):
            return Frame(origin, last.x, last.z)
        return Frame(origin, self._unit(offset), last.z)

    def _step(self, one: Frame, other: Frame) -> Step:
        between = other.origin - one.origin
        return Step(
            theta=self._angle(one.x.cross(other.x).dot(one.z), one.x.dot(other.x)),
            d=self._tidy(between.dot(one.z)),
            a=self._tidy(between.dot(other.x)),
            alpha=self._angle(one.z.cross(other.z).dot(other.x), one.z.dot(other.z)),
        )

    # ---------------------------------------------------------------- arithmetic

    def _tidy(self, expression: Any) -> Any:
        """The expression simplified, without decimals that are rounding errors."""
        simple = self._simplify(expression)
        return simple.xreplace({one: sp.S.Zero for one in simple.atoms(sp.Float) if abs(one) < ROUNDING * min(1.0, self._size)})

    def _angle(self, sine: Any, cosine: Any) -> Any:
        angle = sp.atan2(self._tidy(sine), self._tidy(cosine))
        return number(float(angle)) if angle.is_number else angle

    def _unit(self, v: Any) -> Any:
        """The unit vector; along one coordinate it has the sign that leaves the length without a minus."""
        v = self._tidy(v)
        filled = [k for k in range(3) if not self._is_zero(sp.Matrix([v[k]]), self._size if v[k].free_symbols else 1.0)]
        if len(filled) == 1:
            entry = v[filled[0]]
            negative = entry.could_extract_minus_sign() if entry.free_symbols else self._float(entry) < 0
            return (-1 if negative else 1) * (X, Y, Z)[filled[0]]
        return self._tidy(v / sp.sqrt(self._tidy(v.dot(v))))

    def _is_zero(self, expression: Any, size: float = 1.0) -> bool:
        """Whether all entries are zero at the parameters' values.

        Raises: Coincidence: they are, but not at others.
        """
        entries = [self._tidy(entry) for entry in (expression if isinstance(expression, sp.MatrixBase) else [expression])]
        if max(abs(self._float(entry)) for entry in entries) > ZERO * size:
            return False
        if any(abs(self._float(entry, 1.37)) > ZERO * size for entry in entries):
            raise Coincidence
        return True

    def _float(self, expression: Any, factor: float = 1.0) -> float:
        """The number at the parameters' values, or with ``factor`` at others: the k-th is multiplied by its k-th root."""
        values = {
            sp.Symbol(name): sp.Float(value * factor ** (1 / (k + 1)) + (factor - 1) * 0.1)
            for k, (name, value) in enumerate(self._values.items())
        }
        return float(sp.sympify(expression).xreplace(values).evalf())
