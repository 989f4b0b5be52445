"""What a policy knows: counts and sums, and the bounds that follow from them."""
