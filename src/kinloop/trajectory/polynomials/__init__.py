"""Polynomials between points and through points."""
