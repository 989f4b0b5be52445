"""The knowledge of a policy: counts and sums of observed weights, and bounds on the means."""
