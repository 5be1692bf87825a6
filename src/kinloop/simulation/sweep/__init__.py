"""Many runs with varied values."""
