"""The characteristic polynomial of a joint under P, PD, PI or PID, in the textbook's letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kinloop.control.design.routh import RouthTable, routh
from kinloop.errors import unknown_name

LAWS = ("P", "PD", "PI", "PID")


@dataclass(frozen=True)
class CharacteristicPolynomial:
    """A polynomial in s as SymPy ``coefficients``, from the highest power on."""

    coefficients: tuple[Any, ...]

    @property
    def expression(self) -> Any:
        """The polynomial as a SymPy expression in ``s``."""
        import sympy as sp

        s = sp.Symbol("s")
        return sum(each * s**k for k, each in zip(range(len(self.coefficients) - 1, -1, -1), self.coefficients, strict=True))

    def routh(self) -> RouthTable:
        """Its Routh table."""
        return routh(self.coefficients)

    def latex(self) -> str:
        """The characteristic equation as LaTeX, with falling powers of ``s``."""
        import sympy as sp

        terms = []
        for power, each in zip(range(len(self.coefficients) - 1, -1, -1), self.coefficients, strict=True):
            factor = sp.latex(each) if not each.is_Add or power == 0 else rf"\left({sp.latex(each)}\right)"
            terms.append(f"{factor} {'' if power == 0 else 's' if power == 1 else f's^{{{power}}}'}".strip())
        return " + ".join(terms) + " = 0"

    def __str__(self) -> str:
        return str(self.expression)


def characteristic_polynomial(law: str = "PID") -> CharacteristicPolynomial:
    r"""The characteristic polynomial of a joint under a law of some of the terms P, I and D.

    .. math:: M s^3 + (\beta + K_d) s^2 + (K_p + k_g) s + K_i

    ``M`` is the inertia, ``beta`` the viscous friction and ``k_g`` the stiffness of gravity about the equilibrium, which may be
    negative: :math:`k_g = -m g l_g \sin(\theta_d + \varphi)` for a link in a vertical plane. The other symbols are the gains.

    Args: ``"P"``, ``"PD"``, ``"PI"`` or ``"PID"``.
    References: [Aissani2021] (5.23), with the stiffness that (5.20) neglects.
    """
    import sympy as sp

    if not isinstance(law, str) or law not in LAWS:
        raise unknown_name("law", law, LAWS, "characteristic_polynomial")
    M = sp.Symbol("M", positive=True)
    beta, k_g, kp, kd, ki = sp.symbols("beta k_g K_p K_d K_i", real=True)
    terms = [M, beta + kd if "D" in law else beta, kp + k_g]
    return CharacteristicPolynomial(tuple([*terms, ki] if "I" in law else terms))
