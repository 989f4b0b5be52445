"""What holds of every repr."""

import re


def check_line(shown: object) -> None:
    """Check that a repr is one line with the class, and shows neither an address nor arrays."""
    line = repr(shown)
    record = getattr(shown, "record", shown)
    assert line.startswith(f"{type(record).__name__}(")
    assert "\n" not in line
    assert len(line) < 400
    assert not re.search(r" at 0x|array\(|\[\[", line)
