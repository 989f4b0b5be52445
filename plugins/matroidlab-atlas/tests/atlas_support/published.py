"""Facts about named matroids, copied from publications and not from the catalogue."""

COMPUTED = "computed"

GOLDEN: dict[str, tuple[int, int, int, str]] = {
    "u24": (4, 2, 6, "all pairs of 4"),
    "u25": (5, 2, 10, "all pairs of 5"),
    "u35": (5, 3, 10, "all triples of 5; Oscar's tests"),
    "u36": (6, 3, 20, "all triples of 6"),
    "k4": (6, 3, 16, "Cayley: 4^2 trees"),
    "whirl3": (6, 3, 17, "M(K4) and its rim"),
    "q6": (6, 3, 18, "20 triples, 2 lines"),
    "p6": (6, 3, 19, "20 triples, 1 line"),
    "r6": (6, 3, 18, "20 triples, 2 lines"),
    "fano": (7, 3, 28, "Oscar's tests"),
    "fano-dual": (7, 4, 28, "as many as F7"),
    "non-fano": (7, 3, 29, "Oscar's tests"),
    "non-fano-dual": (7, 4, 29, "as many as F7^-"),
    "o7": (7, 3, 28, "Tutte polynomial in SageMath's manual, at (1, 1)"),
    "p7": (
        7,
        3,
        30,
        "35 triples, 5 lines; SageMath's manual counts 11 lines of two or more points",
    ),
    "ag32": (8, 4, 56, "70 fours, 14 planes"),
    "ag32-relaxed": (8, 4, 57, "70 fours, 13 planes printed in SageMath's manual"),
    "r8": (8, 4, 58, "70 fours, 12 planes of a cube"),
    "f8": (8, 4, 58, "70 fours, 12 planes printed in SageMath's manual"),
    "q8": (8, 4, 59, "70 fours, 11 planes printed in SageMath's manual"),
    "l8": (8, 4, 62, "70 fours, 8 planes printed in SageMath's manual"),
    "s8": (8, 4, 48, COMPUTED),
    "vamos": (8, 4, 65, "Oscar's tests"),
    "non-vamos": (8, 4, 64, "70 fours, 6 planes printed in SageMath's manual"),
    "t8": (8, 4, 59, COMPUTED),
    "j": (8, 4, 50, COMPUTED),
    "p8": (8, 4, 60, "70 fours, 10 planes"),
    "p8-relaxed": (8, 4, 62, "70 fours, 8 planes printed in SageMath's manual"),
    "wheel4": (8, 4, 45, "SageMath's manual"),
    "whirl4": (8, 4, 46, "M(W4) and its rim"),
    "mac-lane": (8, 3, 48, "56 triples, 8 lines printed in SageMath's manual"),
    "ag23": (9, 3, 72, "Oscar's tests"),
    "dowling3": (9, 3, 68, COMPUTED),
    "r9": (9, 3, 69, "84 triples, 15 dependent ones printed in SageMath's manual"),
    "pappus": (9, 3, 75, "Oscar's tests"),
    "non-pappus": (9, 3, 76, "Oscar's tests"),
    "k33": (9, 5, 81, "SageMath's manual"),
    "k33-dual": (9, 4, 81, "SageMath's manual"),
    "tic-tac-toe": (9, 5, 118, "126 fives, 8 circuits printed in SageMath's manual"),
    "desargues": (10, 3, 110, "120 triples, 10 lines"),
    "non-desargues": (10, 3, 111, "120 triples, 9 lines printed in SageMath's manual"),
    "k5": (10, 4, 125, "Cayley: 5^3 trees; Oscar's tests"),
    "k5-dual": (10, 6, 125, "as many as M(K5)"),
    "wheel5": (10, 5, 121, "SageMath's manual"),
    "whirl5": (10, 5, 122, "Tutte polynomial in SageMath's manual, at (1, 1)"),
    "r10": (10, 5, 162, "SageMath's manual"),
    "betsy-ross": (11, 3, 140, "165 triples, 25 dependent ones printed in SageMath's manual"),
    "r12": (12, 6, 441, "SageMath's manual"),
    "s5612": (12, 6, 792, "924 sixes, 132 blocks of the Steiner system"),
    "t12": (12, 6, 492, COMPUTED),
    "pg23": (13, 3, 234, "Oscar's tests"),
    "pg32": (15, 4, 840, "15 * 14 * 12 * 8 / 4!"),
    "petersen": (15, 9, 2000, "the spanning trees of the Petersen graph"),
}
"""Size, rank, number of bases, and who says so."""

CIRCUITS = {
    "ag32-relaxed": "abfg bcdg defg cdeh aefh abch abde cfgh bcef adgh acdf begh aceg",
    "f8": "abfg bcdg defg cdeh aefh abch abde cfgh bcef adgh acdf aceg",
    "q8": "abfg bcdg defg cdeh aefh abch abde cfgh bcef adgh acdf",
    "l8": "abfg bcdg defg cdeh aefh abch aceg bdfh",
    "vamos": "abcd abef cdef abgh efgh",
    "non-vamos": "abcd abef cdef abgh cdgh efgh",
    "p8-relaxed": "abfh bceg cdfh adeg acef bdfg acgh bdeh",
    "mac-lane": "abc ceh fgh adf aeg cdg bdh bef",
    "r9": "abc abd acd aef agh bcd bfh bgi ceg cfi deh dei dfg dhi ehi",
    "pappus": "abc def ceg bfg cdh afh bdi aei ghi",
    "non-pappus": "abc ceg bfg cdh afh bdi aei ghi",
    "tic-tac-toe": "abcdg adefg abceh abcfi cdefi adghi beghi cfghi",
    "non-desargues": "acj aef bce bfj bgi chi dfg dij egh",
    "betsy-ross": (
        "acf acg adi adj afg ahk aij bdg bdh bef bej bfj bgh bik ceh cei cfg chi "
        "cjk dfk dgh dij efj egk ehi"
    ),
}
"""All dependent sets of ``rank`` elements, as SageMath's manual prints them."""

Matrix = tuple[int, str]

MATRICES: dict[str, tuple[Matrix, ...]] = {
    "whirl3": ((3, "100101 010210 001021"),),
    "r6": ((3, "100111 010121 001102"),),
    "fano": ((2, "1000111 0101011 0011101"),),
    "non-fano": ((3, "1000111 0101011 0011101"), (5, "1000111 0101011 0011101")),
    "o7": ((3, "1001111 0100122 0011010"),),
    "p7": ((3, "1002110 0101101 0011011"),),
    "r8": ((3, "10002111 01001211 00101121 00011112"),),
    "s8": ((2, "10000111 01001011 00101101 00011111"),),
    "t8": ((3, "10000111 01001011 00101101 00011110"),),
    "j": ((3, "10000111 01001100 00101010 00011001"),),
    "p8": ((3, "10002110 01001101 00101011 00010112"),),
    "whirl4": ((3, "10001001 01002100 00100210 00010021"),),
    "dowling3": ((3, "100110011 010211100 001002121"),),
    "r10": (
        (2, "1000011001 0100011100 0010001110 0001000111 0000110011"),
        (3, "1000021001 0100012100 0010001210 0001000121 0000110012"),
    ),
    "r12": (
        (2, "100000111000 010000110100 001000100010 000100010001 000010001011 000001000111"),
        (3, "100000111000 010000110100 001000100010 000100010001 000010001022 000001000122"),
    ),
    "s5612": (
        (3, "100000111220 010000112102 001000121012 000100120121 000010102211 000001011111"),
    ),
    "t12": ((2, "100000011111 010000110001 001000111000 000100101100 000010100110 000001100011"),),
}
"""Matrices over GF(p) from SageMath's manual; for a regular matroid, over two fields."""

IDENTICALLY_SELF_DUAL = ("u24", "u36", "r6", "ag32", "r8", "l8", "non-vamos", "s5612")
SELF_DUAL = (
    "k4", "whirl3", "q6", "p6", "ag32-relaxed", "f8", "q8", "s8", "vamos", "t8", "j", "p8",
    "p8-relaxed",
    "wheel4", "whirl4", "wheel5", "whirl5", "r10", "r12", "t12",
)  # fmt: skip
"""Isomorphic to their duals, but not equal to them, as SageMath's manual says.

Of Q6 and P6 it does not say so: that was found here, and is seen from the complements of their
lines.
"""

SYMMETRIES = {
    "u24": 24,
    "k4": 24,
    "fano": 168,
    "ag32": 1344,
    "non-vamos": 384,
    "mac-lane": 48,
    "ag23": 432,
    "pappus": 108,
    "desargues": 120,
    "k5": 120,
    "k33": 72,
    "r10": 720,
    "s5612": 95040,
    "pg23": 5616,
    "pg32": 20160,
}
"""The orders of named groups: S4, GL(3,2), AGL(3,2), 2^4 S4, ..., M12, PGL(3,3), GL(4,2)."""
