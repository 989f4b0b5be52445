"""The policies of the field, one file each."""
