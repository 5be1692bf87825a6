"""The studio: a machine in a browser, moved, changed and simulated while one looks."""
