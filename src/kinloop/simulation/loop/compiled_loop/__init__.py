"""The closed loop as formulas: sensors, law, actuators, a step of the machine, and the summary of a run."""
