"""Reading and checking of experiment files."""
