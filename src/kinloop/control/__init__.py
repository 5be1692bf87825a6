"""Control laws, one a file."""
