"""A question that waits at a gate at matroids on 5 elements, and always answers yes."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

from matroidlab import Matroid, QuestionFamily, hookimpl
from matroidlab.hookspecs import Witness


class Gated:
    """Whether its gate is open; says who waits there."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def ask(self, matroid: Matroid) -> Witness | None:
        if matroid.size == 5 and not (self.folder / "opens").exists():
            (self.folder / f"waits-{os.getpid()}").touch()
            while not (self.folder / "opens").exists():
                time.sleep(0.01)
        return {"size": matroid.size} if matroid.size % 2 else None

    def verify(self, matroid: Matroid, witness: Witness) -> bool:
        return witness == {"size": matroid.size}

    def holds(self, matroid: Matroid) -> bool:
        return matroid.size % 2 == 0


@hookimpl
def matroidlab_questions() -> Iterable[QuestionFamily]:
    return [QuestionFamily("gated", Gated)]
