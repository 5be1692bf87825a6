"""From samples to a record: quantities that follow from the motion, events, how the run ended."""
