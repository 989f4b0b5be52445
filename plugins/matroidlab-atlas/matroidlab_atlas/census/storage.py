"""Findings on disk: one file for each block, with a line for each rank and a checksum."""

import json
from dataclasses import dataclass
from pathlib import Path

from matroidlab.files import read_bytes, sealed_lines, unsealed_lines, write_text
from matroidlab_atlas.census.extension_blocks import Block
from matroidlab_atlas.census.findings import Findings

LARGEST = 1 << 28
"""The largest file that is read, in bytes; a block of rank 4 on 9 elements has a few million."""


def write_findings(folder: Path, block: Block, findings: list[Findings]) -> None:
    """Write the findings and the identity of a block, atomically."""
    lines = [json.dumps({"identity": block.identity}), *(part.as_text() for part in findings)]
    write_text(folder / block.name, sealed_lines(lines))


def read_findings(folder: Path, block: Block) -> list[Findings] | None:
    """Return the findings of a block, or None if there is no valid file of it."""
    try:
        head, *lines = unsealed_lines(read_bytes(folder / block.name, most=LARGEST), block.name)
        if head != {"identity": block.identity}:
            return None
        found = [Findings.from_data(line) for line in lines]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if [(part.size, part.rank) for part in found] == block.shapes else None


@dataclass(frozen=True)
class FindingsStore:
    """The findings of a census in a folder, a file for each block."""

    folder: Path

    def find(self, block: Block) -> list[Findings] | None:
        """Return the findings of a block that is done."""
        return read_findings(self.folder, block)

    def keep(self, block: Block, findings: list[Findings]) -> None:
        """Write the findings of a block."""
        write_findings(self.folder, block, findings)
