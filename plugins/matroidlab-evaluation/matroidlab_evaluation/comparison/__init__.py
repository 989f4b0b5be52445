"""Verdicts on comparisons that may be looked at after every visit."""
