"""External engines as plants."""
