"""Observers: what is not measured, from what is."""
