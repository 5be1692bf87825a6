"""Runs of many studies: in several processes, stored as they come, continued after an interruption."""
