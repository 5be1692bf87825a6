"""Pages that show records in a browser: one file each, which loads nothing from elsewhere."""
