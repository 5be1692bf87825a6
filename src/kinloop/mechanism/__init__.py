"""The description of a machine: parts, checks, file formats and the library."""
