"""A yes-or-no question, asked of all small matroids: counts, witnesses, excluded minors."""
