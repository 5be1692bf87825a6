"""The state of a studio: its session, runs, sweeps, and what it saves."""
