"""Numerical methods that know no robot: linear algebra, rotations, roots and minima."""
