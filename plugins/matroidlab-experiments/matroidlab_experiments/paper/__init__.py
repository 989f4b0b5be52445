"""The figures of the paper and ours: experiment files, claims, and comparison with results."""
