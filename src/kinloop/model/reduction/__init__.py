"""Dynamics under a holonomic constraint."""
