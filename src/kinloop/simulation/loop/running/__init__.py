"""Runs sample by sample: as one compiled loop, or in Python."""
