"""The commands that the atlas adds to `matroidlab`."""
