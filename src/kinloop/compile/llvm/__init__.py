"""Compiles tapes to machine code with LLVM: kernels over batches and sampled loops."""
