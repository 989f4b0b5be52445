"""Which pictures a report draws, and how."""
