"""Programs of the environment that the tests run in; None where one is not installed."""

import sys
from pathlib import Path


def _program(name: str) -> Path | None:
    place = Path(sys.executable).with_name(name)
    return place if place.exists() else None


RUFF = _program("ruff")
MYPY = _program("mypy")
