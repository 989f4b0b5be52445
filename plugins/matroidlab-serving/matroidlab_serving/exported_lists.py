"""Lists that are exported: a file with one line for each item, as JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from matroidlab.errors import ServingError
from matroidlab.files import write_whole
from matroidlab_serving.slate_rows import LogRow


def write_lists(path: Path, rows: Iterable[LogRow]) -> int:
    """Write the rows of lists to a new file, as a whole or not at all; return how many lists."""
    if path.exists():
        raise ServingError(f"{path!s:.200} is there already: choose a new name for each export")
    path.parent.resolve(strict=True)  # a mistyped folder is an error, not a new folder
    numbers: set[int] = set()

    def write(file: BinaryIO) -> None:
        for row in rows:
            numbers.add(row["slate_id"])
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")

    write_whole(path, write, mode=0o600)
    return len(numbers)
