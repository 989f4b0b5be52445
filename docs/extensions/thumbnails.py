"""What the gallery shows of a picture: its title, its command, its program and the pages that show it."""

import ast
from pathlib import Path
from xml.etree import ElementTree as ET

TITLE = "{http://www.w3.org/2000/svg}title"


def thumbnails(docs: Path) -> str:
    """Return the Markdown of all thumbnails, as seen from a folder of the documentation."""
    pictures = sorted((docs / "figures").glob("*.svg"))
    return "\n".join(
        ["````{container} thumbnails", *(thumbnail(docs, picture) for picture in pictures), "````"]
    )


def thumbnail(docs: Path, picture: Path) -> str:
    """Return one thumbnail: the picture, its title, where it is shown, and how it is drawn."""
    name = picture.stem
    title = ET.parse(picture).getroot().findtext(TITLE) or name  # noqa: S314 - our own file
    shown = ", ".join(
        f"[{_heading(page)}](../{page.relative_to(docs)})"
        for page in pages_with(docs, picture.name)
    )
    lines = [
        "```{container} thumbnail",
        f"[![{title}](../figures/{picture.name})](../figures/{picture.name})",
        "",
        f"**{title}.** {_purpose(docs, name)}",
        "",
        *([f"On: {shown}", ""] if shown else []),
        f"`python docs/figures/scripts/{name}.py > {name}.svg`",
        "",
        f"{{download}}`{name}.py <../figures/scripts/{name}.py>`",
        "```",
    ]
    return "\n".join(lines)


def pages_with(docs: Path, picture: str) -> list[Path]:
    """Return the pages that show a picture."""
    pages = (page for page in sorted(docs.rglob("*.md")) if "_build" not in page.parts)
    return [page for page in pages if f"figures/{picture}" in page.read_text(encoding="utf-8")]


def _heading(page: Path) -> str:
    return next(
        line[2:].strip()
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("# ")
    )


def _purpose(docs: Path, name: str) -> str:
    """The first sentence of the program, without its command."""
    source = (docs / "figures" / "scripts" / f"{name}.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0].partition(": ``python")[
        0
    ] + "."
