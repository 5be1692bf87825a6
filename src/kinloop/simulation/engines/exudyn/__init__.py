"""Exudyn as a plant."""
