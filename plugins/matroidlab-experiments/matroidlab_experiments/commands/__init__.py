"""The commands that experiments add to `matroidlab`."""
