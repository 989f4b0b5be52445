"""Ways to mix the lists of several rankers into one, with exact probabilities."""
