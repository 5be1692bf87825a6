"""The commands of ``kinloop``, one file each: a function with its arguments, which calls the library and prints."""
