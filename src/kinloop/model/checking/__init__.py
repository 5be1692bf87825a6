"""What `check` looks at: mobility, redundancy, assembly."""
