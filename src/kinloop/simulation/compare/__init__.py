"""Comparison of plants and of records."""
