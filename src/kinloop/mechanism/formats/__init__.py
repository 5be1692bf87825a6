"""Readers and writers of descriptions: TOML, URDF and MJCF."""
