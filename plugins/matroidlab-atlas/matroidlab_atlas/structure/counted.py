"""How many matroids there are, as published; what generation must find, and how far it is."""

COUNTED: dict[int, tuple[int, ...]] = {
    0: (1,),
    1: (1, 1),
    2: (1, 2, 1),
    3: (1, 3, 3, 1),
    4: (1, 4, 7, 4, 1),
    5: (1, 5, 13, 13, 5, 1),
    6: (1, 6, 23, 38, 23, 6, 1),
    7: (1, 7, 37, 108, 108, 37, 7, 1),
    8: (1, 8, 58, 325, 940, 325, 58, 8, 1),
    9: (1, 9, 87, 1275, 190214, 190214, 1275, 87, 9, 1),
}
"""Isomorphism classes by size and rank (OEIS A053534): up to 8 by Blackburn, Crapo and Higgs 1973, 9 by Mayhew and
Royle 2008."""
