"""Sweeps: chunks of runs on this machine or on a cluster, written to a store as they come."""
