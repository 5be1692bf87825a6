"""Every experiment of the five source documents, run again: data and verdicts, no drawing."""
