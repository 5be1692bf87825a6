"""Descriptions in MJCF, the format of MuJoCo."""
