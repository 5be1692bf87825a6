"""The report of the five source documents: an overview of all verdicts, then every study with figures, equations, motions."""
