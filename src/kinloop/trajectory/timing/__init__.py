"""Motions under limits of speed, acceleration and jerk."""
