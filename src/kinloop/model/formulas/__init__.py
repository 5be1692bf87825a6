"""Formulas of a machine: what is derived, compiled and shared by all parameter values."""
