"""Reactions, statics and linearisation."""
