"""A scale from 0 to 1, and intervals above it."""

from drawing import WIDTH, Part, line, words

LEFT, RIGHT = 156, WIDTH - 4


def place(value: float) -> float:
    """Where a number is."""
    return LEFT + (RIGHT - LEFT) * round(value, 3)


def interval(y: float, low: float, up: float, kind: str) -> str:
    """A line from one number to another."""
    return line((place(low), y), (place(up), y), kind)


def axis(y: float) -> Part:
    """The scale itself."""
    return line((LEFT, y), (RIGHT, y)), [
        words(place(x), y + 17, f"{x:g}", "small middle") for x in (0, 0.5, 1)
    ]
