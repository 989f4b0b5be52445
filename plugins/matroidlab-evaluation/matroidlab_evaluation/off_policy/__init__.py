"""What lists that were not shown would have earned: estimates from a log."""
