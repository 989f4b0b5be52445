"""Pictures of the documentation are what their programs draw."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from thumbnails import thumbnails

FIGURES = Path(__file__).parents[2] / "docs" / "figures"
SCRIPTS = sorted((FIGURES / "scripts").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_picture_is_what_its_program_draws(script: Path) -> None:
    drawn = subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    assert drawn.stdout == (FIGURES / f"{script.stem}.svg").read_bytes()


PICTURES = sorted(FIGURES.glob("*.svg"))
PHONE = 358
"""The width of a page, in pixels, on a phone that is 390 pixels wide."""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_can_be_read_on_a_phone_and_has_a_description(picture: Path) -> None:
    root = ET.parse(picture).getroot()
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    text = picture.read_text(encoding="utf-8")
    sizes = [
        float(size)
        for size in re.findall(r'font-size="([\d.]+)"|(?:font-size:|font:)[^;]*?([\d.]+)px', text)
        for size in size
        if size
    ]
    width = float(root.attrib["viewBox"].split()[2])
    assert min(sizes) * min(1, PHONE / width) >= 10.9


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_has_no_background(picture: Path) -> None:
    root = ET.parse(picture).getroot()
    wide = [
        node
        for node in root.iter(f"{SVG}rect")
        if node.get("width") in ("100%", root.attrib["viewBox"].split()[2])
    ]
    assert wide == []


def test_every_picture_has_a_program_and_is_in_the_gallery() -> None:
    assert [picture.stem for picture in PICTURES] == [script.stem for script in SCRIPTS]
    shown = thumbnails(FIGURES.parent)
    for script in SCRIPTS:
        assert f"(../figures/{script.stem}.svg)" in shown
        assert f"<../figures/scripts/{script.stem}.py>" in shown


def test_a_bar_of_a_benchmark_is_read_as_a_ratio() -> None:
    performance = runpy.run_path(str(FIGURES / "scripts" / "performance.py"))
    assert [performance["least"](bar) for bar in (">= 60 x", "<= 1.25 x its time", "< 5 ms")] == [
        60,
        0.8,
        None,
    ]
