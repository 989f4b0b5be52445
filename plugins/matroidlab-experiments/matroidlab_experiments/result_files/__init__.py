"""Results on disk, and tables of them."""
