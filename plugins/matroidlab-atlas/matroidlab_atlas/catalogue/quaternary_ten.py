"""Matroids over GF(4) of ten elements, where other fields or rings begin or end."""

from matroidlab import ExplicitMatroid
from matroidlab_atlas.catalogue.constructions import quaternary
from matroidlab_atlas.catalogue.entry import BRETTELL, entry


@entry("UG10", size=10, rank=5, bases=202, source=BRETTELL, published=False)
def ug10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("10111", "11132", "10231", "21310", "11100")


@entry("FF10", size=10, rank=5, bases=186, source=BRETTELL, published=False)
def ff10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("00111", "10011", "11002", "21302", "21112")


@entry("GP10", size=10, rank=5, bases=194, source=BRETTELL, published=False)
def gp10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("11011", "21001", "00131", "10302", "21230")


@entry("FZ10", size=10, rank=5, bases=192, source=BRETTELL, published=False)
def fz10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("00111", "10112", "11131", "02012", "11221")


@entry("UQ10", size=10, rank=5, bases=192, source=BRETTELL, published=False)
def uq10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("00111", "11120", "31010", "12003", "11131")


@entry("FP10", size=10, rank=5, bases=190, source=BRETTELL, published=False)
def fp10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("11111", "01110", "11200", "01102", "12121")


@entry("TQ10", size=10, rank=5, bases=200, source=BRETTELL, published=False)
def tq10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("11110", "12231", "13222", "11133", "01021")


@entry("FY10", size=10, rank=5, bases=196, source=BRETTELL, published=False)
def fy10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too."""
    return quaternary("11100", "01210", "11121", "00122", "12113")


@entry("PP10", size=10, rank=5, bases=198, source=BRETTELL, published=False)
def pp10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("11111", "00123", "10220", "01013", "13203")


@entry("FU10", size=10, rank=5, bases=197, source=BRETTELL, published=False)
def fu10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("01111", "11132", "31020", "23021", "21110")


@entry("D10", size=10, rank=4, bases=162, source=BRETTELL, published=False)
def d10() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too."""
    return quaternary("111111", "201332", "100321", "310120")


@entry("UK10", size=10, rank=5, bases=198, source=BRETTELL, published=False)
def uk10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("11111", "22313", "13102", "12202", "10011")


@entry("PK10", size=10, rank=5, bases=200, source=BRETTELL, published=False)
def pk10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("11101", "01213", "12311", "01123", "11002")


@entry("GK10", size=10, rank=5, bases=196, source=BRETTELL, published=False)
def gk10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("11011", "10022", "31120", "12122", "12131")


@entry("FT10", size=10, rank=5, bases=194, source=BRETTELL, published=False)
def ft10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("10111", "01212", "12011", "12002", "03201")


@entry("TK10", size=10, rank=5, bases=198, source=BRETTELL, published=False)
def tk10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("11001", "02011", "10122", "10202", "01210")


@entry("KT10", size=10, rank=5, bases=194, source=BRETTELL, published=False)
def kt10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("01110", "02011", "10131", "11111", "12223")


@entry("TU10", size=10, rank=5, bases=202, source=BRETTELL, published=False)
def tu10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("11101", "10211", "21121", "10112", "21112")


@entry("UT10", size=10, rank=5, bases=197, source=BRETTELL, published=False)
def ut10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("11010", "21131", "10221", "21122", "31133")


@entry("FK10", size=10, rank=5, bases=194, source=BRETTELL, published=False)
def fk10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("00111", "11231", "21002", "10202", "21221")


@entry("KF10", size=10, rank=5, bases=194, source=BRETTELL, published=False)
def kf10() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("11111", "03120", "01011", "10221", "12020")
