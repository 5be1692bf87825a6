"""Singularities over the workspace and along motions."""
