"""Forward kinematics by Denavit and Hartenberg's table: every transform and their products, on SymPy symbols."""

from __future__ import annotations

from typing import Any

import sympy as sp

from kinloop.equations.readable import Simplifier
from kinloop.equations.symbolic import Equations
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.model.dh_table import dh_frames, serial_chain


def link_transforms(mechanism: Mechanism, values: dict[str, float]) -> Equations:
    """``A_1`` to ``A_n`` of the standard table, then the products ``T_k`` up to the tool.

    Raises: UnsupportedOperation: as with :func:`~kinloop.model.dh_table.dh_table`.
    """
    frames = dh_frames(mechanism, values)
    joints = [joint for joint in serial_chain(mechanism) if joint.definition.moves]
    simplify = Simplifier()
    parts: dict[str, Any] = {}
    if frames.base_pose != sp.eye(4):
        parts["A_0"] = frames.base_pose
    for k, (joint, step) in enumerate(zip(joints, frames.steps, strict=True), start=1):
        turns, moved = joint.kind == "revolute", sp.Symbol(joint.name)
        theta, d = (step.theta + moved, step.d) if turns else (step.theta, step.d + moved)
        parts[f"A_{k}"] = dh_matrix(theta, d, step.a, step.alpha).applyfunc(simplify)
    if frames.tool_pose != sp.eye(4):
        parts["A_tool"] = frames.tool_pose
    products: dict[str, Any] = {}
    product = sp.eye(4)
    for name, part in parts.items():
        product = (product * part).applyfunc(simplify)
        products[name.replace("A", "T")] = product
    products.pop(next(iter(products)))  # the first is A itself
    return Equations("link_transforms", {**parts, **products}, note=_note(parts, products))


def dh_matrix(theta: Any, d: Any, a: Any, alpha: Any) -> Any:
    r""":math:`R_z(\theta)\,T_z(d)\,T_x(a)\,R_x(\alpha)`, written out."""
    ct, st, ca, sa = sp.cos(theta), sp.sin(theta), sp.cos(alpha), sp.sin(alpha)
    return sp.Matrix([[ct, -st * ca, st * sa, a * ct], [st, ct * ca, -ct * sa, a * st], [0, sa, ca, d], [0, 0, 0, 1]])


def _note(parts: dict[str, Any], products: dict[str, Any]) -> str:
    first = next(iter(parts))
    words = [f"T_k is the product of {first} to A_k"] if products else []
    words += ["A_0 is frame 0 in the base"] if "A_0" in parts else []
    words += ["A_tool is the tool in the last frame"] if "A_tool" in parts else []
    return "; ".join(words)
