"""A font for formulas: browsers without one of their own, as on many phones, cannot stretch roots and brackets."""

import logging
from importlib.resources import as_file, files
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import TTFont

# Latin, Greek and their italics, arrows, operators, brackets, accents.
CHARACTERS = [
    *range(0x20, 0x7F), 0xA0, 0xAC, 0xAF, 0xB1, 0xB7, 0xD7, *range(0x302, 0x306), *range(0x391, 0x3F6), 0x2026,
    *range(0x2032, 0x2035), *range(0x2061, 0x2065), 0x210E, 0x2113, 0x211D, *range(0x2190, 0x2196), 0x21A6,
    *range(0x2200, 0x2300), *range(0x2308, 0x230C), *range(0x23DC, 0x23E0), 0x29F5, *range(0x1D434, 0x1D468),
    *range(0x1D6E2, 0x1D71C),
]  # fmt: skip


def write_font(path: Path) -> None:
    """Write the part of STIX Two Math that formulas need, a tenth of it; its names tell its licence, the SIL OFL."""
    logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells each of its steps
    options = Options(flavor="woff", layout_features=["ssty", "flac", "dtls"], name_IDs=["*"])
    subsetter = Subsetter(options)
    with as_file(files("ziamath") / "fonts" / "STIXTwoMath-Regular.ttf") as source:
        font = load_font(str(source), options)
        subsetter.populate(unicodes=CHARACTERS)
        subsetter.subset(font)
        _narrow_roots(font)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_font(font, str(path), options)


def _narrow_roots(font: TTFont) -> None:
    """Let tall roots be as wide as the small one: Chromium leaves room for the widest behind each of them."""
    variants, root = font["MATH"].table.MathVariants, font.getBestCmap()[ord("√")]
    shapes = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(root)]
    names = {one.VariantGlyph for one in shapes.MathGlyphVariantRecord}
    names |= {one.glyph for one in shapes.GlyphAssembly.PartRecords}
    width = font["hmtx"][root][0]
    for name in names - {root}:
        factor = width / font["hmtx"][name][0]
        glyph = font["glyf"][name]
        glyph.coordinates.scale((factor, 1))
        glyph.coordinates.toInt()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, glyph.xMin)
