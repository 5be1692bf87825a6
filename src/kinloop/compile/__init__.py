"""Turns formulas into machine code and C source. It knows no robot."""
