"""Pictures of the documentation are what their programs draw."""

import subprocess
import sys
from pathlib import Path

import pytest

FIGURES = Path(__file__).parents[1] / "docs" / "figures"
SCRIPTS = sorted((FIGURES / "scripts").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_picture_is_what_its_program_draws(script: Path) -> None:
    drawn = subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    assert drawn.stdout == (FIGURES / f"{script.stem}.svg").read_bytes()
