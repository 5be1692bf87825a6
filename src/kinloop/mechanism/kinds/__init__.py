"""The kinds of joints, loops and friction laws, one object each."""
