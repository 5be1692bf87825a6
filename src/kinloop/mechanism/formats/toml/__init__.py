"""Descriptions in TOML, the native format."""
