"""What executors share: blocks with their results, one by one."""

from collections.abc import Generator
from typing import TypeAlias

from matroidlab.experiments.blocks import Arrays, Block, run_block
from matroidlab.interrupts import contained

Outcomes: TypeAlias = Generator[tuple[Block, Arrays], None, None]


def run_contained(block: Block) -> Arrays:
    """Simulate a block; a stranger's policy that exits ends the block with an error, and not the process."""
    try:
        return contained(lambda: run_block(block))
    except Exception as error:
        error.add_note(f"while playing {block.table['policy']['policy']!r} in block {block.name}")
        raise
