"""Binary and ternary matroids of twelve elements and more, and a nest of cubes."""

from itertools import combinations

from matroidlab import ExplicitMatroid
from matroidlab_atlas.catalogue.constructions import linear, standard
from matroidlab_atlas.catalogue.entry import BRETTELL, entry

NEST = """
abCDEF cdEFAB efABCD deACBF acBFDE bfDEAC beCFAD adBECF
cfADBE aeDFBC dfBCAE bcAEDF bdAFCE afCEBD ceBDAF
"""
"""For each two small letters, two capitals with which they are a circuit, and two others with which
they are a cocircuit."""


@entry("Nest of twisted cubes", size=12, rank=6, bases=494, source=BRETTELL, published=False)
def twisted_cubes() -> ExplicitMatroid:
    """Fifteen circuits and fifteen cocircuits of four elements; apart from them it is free."""
    words = [["abcdefABCDEF".index(letter) for letter in word] for word in NEST.split()]
    circuits = [set(word[:4]) for word in words]
    cocircuits = [{*word[:2], *word[4:]} for word in words]
    bases = [
        part
        for part in combinations(range(12), 6)
        if not any(circuit.issubset(part) for circuit in circuits)
        and not any(cocircuit.isdisjoint(part) for cocircuit in cocircuits)
    ]
    return ExplicitMatroid(12, bases)


@entry("N3", size=14, rank=7, bases=1786, source=BRETTELL, published=False)
def n3() -> ExplicitMatroid:
    """An excluded minor of the dyadic matroids, by a matrix over GF(3); self-dual."""
    return standard(3, "2002112", "1200202", "0121002", "0220002", "1000102", "2001211", "1112220")


@entry("Terrahawk", size=16, rank=8, bases=3509, source=BRETTELL, published=False)
def terrahawk() -> ExplicitMatroid:
    """A regular exception in a chain theorem for internally 4-connected matroids; self-dual."""
    return linear(
        2,
        [
            list(map(int, row))
            for row in (
                "1111000000000000",
                "1000100110000000",
                "0100110001000000",
                "0010011000100000",
                "0001001100010000",
                "0000000010001001",
                "0000000001001100",
                "0000000000100110",
            )
        ],
    )


@entry("D16", size=16, rank=8, bases=5185, source=BRETTELL, published=False)
def d16() -> ExplicitMatroid:
    """Binary and 4-connected; an exception in a splitter theorem; self-dual."""
    return standard(
        2,
        "11001110",
        "10101101",
        "01001011",
        "00010111",
        "11100000",
        "11010000",
        "10110000",
        "01110000",
    )


@entry("N4", size=16, rank=8, bases=5386, source=BRETTELL, published=False)
def n4() -> ExplicitMatroid:
    """An excluded minor of the dyadic matroids, by a matrix over GF(3); self-dual."""
    return standard(
        3,
        "20212100",
        "21020220",
        "20200100",
        "20222222",
        "01111111",
        "21000200",
        "20022220",
        "10121211",
    )
