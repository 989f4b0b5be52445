"""Code that several test modules of this distribution share."""
