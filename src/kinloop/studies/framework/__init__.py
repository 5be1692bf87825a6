"""What a study is, and what it returns."""
