"""The state of an engine as plain data and arrays, and back."""
