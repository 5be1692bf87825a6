"""Descriptions in URDF."""
