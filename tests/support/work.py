"""Blocks of work that can be sent to other processes, and a store in memory."""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Square:
    """Squares a number; some numbers do something else."""

    number: int
    does: str = "square"
    mark: str = ""

    @property
    def name(self) -> str:
        return f"{self.number}.json"

    @property
    def aim(self) -> str:
        return f"squaring {self.number}"

    @property
    def versions(self) -> Mapping[str, str]:
        return {}

    def run(self) -> int:
        if self.does == "raise":
            raise ValueError("no square")
        if self.does == "exit":
            raise SystemExit(3)
        if self.does == "die once" and not Path(self.mark).exists():
            Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if self.does == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return self.number**2


@dataclass
class Shelf:
    """A store in memory."""

    kept: dict[int, int] = field(default_factory=dict)

    def find(self, block: Square) -> int | None:
        return self.kept.get(block.number)

    def keep(self, block: Square, results: int) -> None:
        self.kept[block.number] = results
