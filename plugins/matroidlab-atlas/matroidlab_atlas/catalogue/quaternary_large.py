"""Matroids over GF(4) of eleven elements and more, where other fields or rings begin or end."""

from matroidlab import ExplicitMatroid
from matroidlab_atlas.catalogue.constructions import quaternary
from matroidlab_atlas.catalogue.entry import BRETTELL, entry


@entry("FA11", size=11, rank=5, bases=315, source=BRETTELL, published=False)
def fa11() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5)."""
    return quaternary("202210", "120221", "021302", "020301", "333020")


@entry("FS12", size=12, rank=5, bases=540, source=BRETTELL, published=False)
def fs12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("1111101", "0132311", "2300300", "0030012", "1022210")


@entry("FR12", size=12, rank=6, bases=561, source=BRETTELL, published=False)
def fr12() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("011101", "111011", "110001", "100031", "010301", "111113")


@entry("UQ12", size=12, rank=6, bases=580, source=BRETTELL, published=False)
def uq12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("100310", "323111", "323321", "100213", "101212", "111213")


@entry("FF12", size=12, rank=6, bases=582, source=BRETTELL, published=False)
def ff12() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5); self-dual."""
    return quaternary("110100", "112101", "231011", "112130", "110030", "131032")


@entry("FZ12", size=12, rank=6, bases=593, source=BRETTELL, published=False)
def fz12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("130303", "332021", "210202", "311312", "221000", "310212")


@entry("AF12", size=12, rank=6, bases=601, source=BRETTELL, published=False)
def af12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("100011", "010223", "010033", "211001", "013221", "111332")


@entry("GP12", size=12, rank=6, bases=604, source=BRETTELL, published=False)
def gp12() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too."""
    return quaternary("332300", "102300", "101033", "110122", "101103", "111113")


@entry("UK12", size=12, rank=6, bases=605, source=BRETTELL, published=False)
def uk12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("031002", "212323", "133000", "021131", "021103", "223221")


@entry("FP12", size=12, rank=6, bases=609, source=BRETTELL, published=False)
def fp12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("031012", "031030", "312032", "212123", "303230", "203320")


@entry("FQ12", size=12, rank=6, bases=610, source=BRETTELL, published=False)
def fq12() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5); self-dual."""
    return quaternary("002210", "003311", "112111", "201100", "223311", "011231")


@entry("KB12", size=12, rank=6, bases=613, source=BRETTELL, published=False)
def kb12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("102001", "120213", "113013", "221200", "111000", "221211")


@entry("UA12", size=12, rank=6, bases=617, source=BRETTELL, published=False)
def ua12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("032330", "111321", "130131", "000321", "030231", "123321")


@entry("FK12", size=12, rank=6, bases=620, source=BRETTELL, published=False)
def fk12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4); self-dual."""
    return quaternary("322023", "211332", "132030", "211233", "332020", "122211")


@entry("AK12", size=12, rank=6, bases=622, source=BRETTELL, published=False)
def ak12() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("020032", "320233", "023020", "102003", "010110", "101101")


@entry("XY13", size=13, rank=6, bases=1070, source=BRETTELL, published=False)
def xy13() -> ExplicitMatroid:
    """An excluded minor of the matroids over GF(5), by a matrix over GF(4)."""
    return quaternary("0011011", "2123113", "0031121", "0211311", "2323112", "1001020")


@entry("N3^=", size=14, rank=7, bases=1788, source=BRETTELL, published=False)
def n3_relaxed() -> ExplicitMatroid:
    """N3 with two complementary circuit-hyperplanes relaxed; over GF(4) and GF(5); self-dual."""
    return quaternary("0101022", "1210101", "1000222", "1000101", "1110100", "1212111", "1101000")


@entry("FM14", size=14, rank=7, bases=1800, source=BRETTELL, published=False)
def fm14() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5); self-dual."""
    return quaternary("1021120", "0100111", "0100221", "2102011", "0110001", "1220000", "0201020")


@entry("FV14", size=14, rank=7, bases=1804, source=BRETTELL, published=False)
def fv14() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5)."""
    return quaternary("0101111", "0101010", "1001111", "0311331", "0010321", "3012002", "1001001")


@entry("VP14", size=14, rank=7, bases=1901, source=BRETTELL, published=False)
def vp14() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5)."""
    return quaternary("2011211", "2211212", "1101120", "1101000", "0002011", "1002100", "1111210")


@entry("OW14", size=14, rank=7, bases=1932, source=BRETTELL, published=False)
def ow14() -> ExplicitMatroid:
    """By a matrix over GF(4); over GF(5) too; self-dual."""
    return quaternary("0112102", "0312303", "0312033", "1133011", "1002002", "1010100", "0102010")


@entry("UP14", size=14, rank=7, bases=1981, source=BRETTELL, published=False)
def up14() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5)."""
    return quaternary("1221200", "2221220", "2212101", "1101000", "2212221", "0211000", "1111111")


@entry("FA15", size=15, rank=7, bases=3002, source=BRETTELL, published=False)
def fa15() -> ExplicitMatroid:
    """By a matrix over GF(4), and not over GF(5)."""
    return quaternary(
        "11111111", "10111101", "00100101", "00220111", "11000022", "20111100", "22110000"
    )
