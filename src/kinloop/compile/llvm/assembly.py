"""A small writer of LLVM assembly on vectors of doubles."""

from __future__ import annotations

import struct


def double(value: float) -> str:
    """The literal of a double, as its bits, which LLVM reads exactly."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


class Assembly:
    """The lines of one LLVM function, and the declarations of the functions that it calls."""

    def __init__(self, lanes: int, has_fma: bool) -> None:
        self.lanes = lanes
        self.has_fma = has_fma
        self.vector = f"<{lanes} x double>"
        self.integers = f"<{lanes} x i64>"
        self.mask = f"<{lanes} x i1>"
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self._count = 0

    def line(self, text: str) -> None:
        """Append an instruction that has no value."""
        self.lines.append(f"  {text}")

    def label(self, name: str) -> None:
        """Begin a block."""
        self.lines.append(f"{name}:")

    def let(self, text: str) -> str:
        """Append an instruction and return the name of its value."""
        self._count += 1
        name = f"%v{self._count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def constant(self, value: float) -> str:
        """The same double in every lane."""
        return self._splat("double", double(value))

    def integer(self, value: int) -> str:
        """The same 64-bit integer in every lane."""
        return self._splat("i64", str(value))

    def _splat(self, kind: str, literal: str) -> str:
        return "<" + ", ".join(f"{kind} {literal}" for _ in range(self.lanes)) + ">"

    def binary(self, op: str, x: str, y: str) -> str:
        """Apply an operation of LLVM to two vectors."""
        return self.let(f"{op} {self.vector} {x}, {y}")

    def compare(self, condition: str, x: str, y: str) -> str:
        """The mask of the lanes where the condition of LLVM's ``fcmp`` holds."""
        return self.let(f"fcmp {condition} {self.vector} {x}, {y}")

    def select(self, mask: str, x: str, y: str) -> str:
        """``x`` in the lanes of the mask, ``y`` in the others."""
        return self.let(f"select {self.mask} {mask}, {self.vector} {x}, {self.vector} {y}")

    def fma(self, x: str, y: str, z: str) -> str:
        """``x*y + z``, rounded once if the target can."""
        if self.has_fma:
            return self.intrinsic("fma", x, y, z)
        return self.binary("fadd", self.binary("fmul", x, y), z)

    def negative(self, x: str) -> str:
        """``-x``."""
        return self.let(f"fneg {self.vector} {x}")

    def intrinsic(self, name: str, *args: str) -> str:
        """Call a vector intrinsic of LLVM."""
        function = f"@llvm.{name}.v{self.lanes}f64"
        self.declarations.add(f"declare {self.vector} {function}({', '.join([self.vector] * len(args))})")
        return self.let(f"call {self.vector} {function}({', '.join(f'{self.vector} {a}' for a in args)})")

    def by_lane(self, name: str, *args: str) -> str:
        """Call a function of the C library for each lane.

        It is marked as no builtin: LLVM would turn ``pow(2, x)`` into ``exp2(x)``, which the linker is not given.
        """
        self.declarations.add(f"declare double @{name}({', '.join(['double'] * len(args))})")
        result = "undef"
        for lane in range(self.lanes):
            scalars = [self.let(f"extractelement {self.vector} {a}, i32 {lane}") for a in args]
            value = self.let(f"call double @{name}({', '.join(f'double {s}' for s in scalars)}) nobuiltin")
            result = self.let(f"insertelement {self.vector} {result}, double {value}, i32 {lane}")
        return result
