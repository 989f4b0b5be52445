"""Results on disk: files, manifests, tables and statistics."""
