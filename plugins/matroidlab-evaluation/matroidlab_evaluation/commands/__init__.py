"""The command that the evaluation adds to `matroidlab`."""
