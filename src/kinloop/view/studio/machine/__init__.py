"""The machine in the studio: its state, what can be undone, its loci, and what is sent of it."""
