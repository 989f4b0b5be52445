"""Findings on disk: a file a block, a line for each rank, sealed by the checksum of what stands before."""

import hashlib
import json
from pathlib import Path

from matroidlab.files import json_value, read_bytes, write_text
from matroidlab_atlas.census.blocks import CensusBlock
from matroidlab_atlas.census.findings import Findings

LARGEST = 1 << 28
"""No block is larger, in bytes: one of rank 4 on 9 elements has a few million."""


def write_findings(folder: Path, block: CensusBlock, findings: list[Findings]) -> None:
    """Write what a block found, with its identity, whole or not at all."""
    lines = [json.dumps({"identity": block.identity}), *(part.as_text() for part in findings)]
    text = "\n".join(lines) + "\n"
    write_text(folder / block.name, f"{text}{_seal(text)}\n")


def read_findings(folder: Path, block: CensusBlock) -> list[Findings] | None:
    """Return what a block found, or None if it is missing, damaged, or something else."""
    try:
        text, seal = _parts(read_bytes(folder / block.name, most=LARGEST).decode())
        head, *lines = text.splitlines()
        if seal != _seal(text) or json_value(head) != {"identity": block.identity}:
            return None
        found = [Findings.from_data(json_value(line)) for line in lines]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return found if [(part.size, part.rank) for part in found] == [(block.size, rank) for rank in block.ranks] else None


def _parts(content: str) -> tuple[str, str]:
    text, line, seal = content.rstrip("\n").rpartition("\n")
    return text + line, seal


def _seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
