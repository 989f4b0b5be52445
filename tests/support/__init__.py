"""What several test modules share: the judge, the named matroids, and a matroid with nothing but the protocol."""
