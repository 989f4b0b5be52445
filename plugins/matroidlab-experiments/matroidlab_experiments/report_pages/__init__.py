"""Pictures of results, for people who would rather look."""
