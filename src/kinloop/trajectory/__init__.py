"""Trajectories: references as functions of time, from position to jerk."""
