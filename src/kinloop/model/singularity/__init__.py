"""Singularities: what kind, where, and what a motion meets there."""
