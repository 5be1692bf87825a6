"""The checks of `kl.check`: mobility, redundancy, assembly."""
