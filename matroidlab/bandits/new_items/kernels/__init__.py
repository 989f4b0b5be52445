"""The inner loops of the policies, their bounds and their proposals."""
