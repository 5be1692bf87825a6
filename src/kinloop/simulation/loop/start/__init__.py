"""Before the first sample: arguments, what laws and observers compute beforehand, the state at the start."""
