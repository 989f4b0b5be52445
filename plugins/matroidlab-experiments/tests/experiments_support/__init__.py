"""What several test modules of this distribution share."""
