"""Matroids over GF(4) of eight and nine elements, where other fields or rings begin or end."""

from matroidlab import ExplicitMatroid
from matroidlab_atlas.catalogue.constructions import delta_wye, quaternary
from matroidlab_atlas.catalogue.entry import BRETTELL, entry


@entry("TQ8", size=8, rank=4, bases=62, source=BRETTELL, published=False)
def tq8() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("1111", "1203", "2112", "2313")


@entry("KP8", size=8, rank=4, bases=61, source=BRETTELL, published=False)
def kp8() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("0111", "1031", "1212", "1103")


@entry("Sp8", size=8, rank=4, bases=60, source=BRETTELL, published=False)
def sp8() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("1110", "1101", "1022", "0133")


@entry("Sp8^=", size=8, rank=4, bases=62, source=BRETTELL, published=False)
def sp8_relaxed() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("1111", "1132", "1223", "1231")


@entry("LP8", size=8, rank=4, bases=61, source=BRETTELL, published=False)
def lp8() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("1110", "1321", "1022", "0212")


@entry("WQ8", size=8, rank=4, bases=62, source=BRETTELL, published=False)
def wq8() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("1111", "1213", "1130", "0112")


@entry("TQ9", size=9, rank=4, bases=103, source=BRETTELL, published=False)
def tq9() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; an extension of TQ8."""
    return quaternary("11111", "13223", "01303", "01312")


@entry("TQ9'", size=9, rank=4, bases=101, source=BRETTELL, published=False)
def tq9_other() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), over GF(4); another extension of TQ8."""
    return quaternary("11111", "13202", "01103", "21013")


@entry("PP9", size=9, rank=4, bases=101, source=BRETTELL, published=False)
def pp9() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; an extension of P8^-."""
    return quaternary("11011", "10122", "12113", "02311")


@entry("BB9gDY", size=9, rank=5, bases=97, source=BRETTELL, published=False)
def bb9gdy() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too."""
    return quaternary("1111", "1300", "1200", "1223", "1021")


@entry("A9", size=9, rank=3, bases=71, source=BRETTELL, published=False)
def a9() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too."""
    return quaternary("111101", "102213", "010121")


@entry("M8591", size=9, rank=4, bases=93, source=BRETTELL, published=False)
def m8591() -> ExplicitMatroid:
    """A9 after a delta-wye exchange on a line of three points; over GF(4) and GF(5)."""
    return delta_wye(a9.matroid, (0, 2, 4))


@entry("FN9", size=9, rank=3, bases=74, source=BRETTELL, published=False)
def fn9() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("111111", "123021", "132102")


@entry("FX9", size=9, rank=4, bases=108, source=BRETTELL, published=False)
def fx9() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("01011", "11123", "12213", "12331")


@entry("KR9", size=9, rank=4, bases=102, source=BRETTELL, published=False)
def kr9() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); an extension of KP8."""
    return quaternary("01111", "10311", "12122", "11031")


@entry("KQ9", size=9, rank=4, bases=109, source=BRETTELL, published=False)
def kq9() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), over GF(4); an extension of TQ8 and KP8."""
    return quaternary("01111", "10312", "12123", "11033")
