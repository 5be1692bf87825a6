"""Tolerances that several packages share, each with its reason. Tolerances of one method stand beside that method.

All are dimensionless: lengths are divided by the machine's size, and rows by their length, before they are compared.
"""

from __future__ import annotations

import numpy as np

#: Rank tolerance: a singular value, or the length of a row, below this is zero. At a double solution rounding, 1e-16, leaves a
#: configuration uncertain by its root, 1e-8, and singular values with it.
RANK = 1e-7

#: Rank tolerance of matrices at configurations that are regular and known to rounding, as random poses are.
RANK_WHERE_REGULAR = 1e-9

#: The largest gap of a closed loop [rad, or parts of the machine's size]: configurations that are measured, or come from another
#: engine, are no better. It is an array since it is an input of kernels.
CLOSED_LOOP_GAP = np.array(3e-4)

#: How much the squared length of a quaternion in a configuration may differ from 1: the stages of an integrator differ by less.
UNIT_QUATERNION = 1e-3

#: A divisor that is not zero and changes no other quotient.
TINY = 1e-300
