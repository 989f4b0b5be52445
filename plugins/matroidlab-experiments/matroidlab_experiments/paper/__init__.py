"""What the paper and this project claim, and whether results bear it out."""
