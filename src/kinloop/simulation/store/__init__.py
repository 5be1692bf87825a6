"""Sweeps on disk: summaries as Parquet, samples as Zarr, and an index of what is finished."""
