"""Experiments: a run or a sweep as one TOML file."""
