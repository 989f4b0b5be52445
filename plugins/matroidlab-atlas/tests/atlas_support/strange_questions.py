"""Questions of a plugin: a correct one, and one for each way to be wrong."""

import sys
from collections.abc import Iterable
from typing import Any

from matroidlab import Matroid, QuestionFamily, hookimpl
from matroidlab.hookspecs import Witness
from matroidlab_atlas.structure import bases


class Few:
    """Whether there are at most ``most`` bases."""

    def __init__(self, most: int = 3) -> None:
        self.most = most

    def ask(self, matroid: Matroid) -> Any:
        found = list(bases(matroid))
        return {"bases": found[: self.most + 1]} if len(found) > self.most else None

    def verify(self, matroid: Matroid, witness: Witness) -> bool:
        shown: Any = witness["bases"]
        return len(shown) > self.most and all(basis in bases(matroid) for basis in shown)

    def holds(self, matroid: Matroid) -> bool:
        return len(bases(matroid)) <= self.most


class WrongNo(Few):
    """Shows a witness that proves nothing."""

    def ask(self, matroid: Matroid) -> Any:
        return {"bases": []} if matroid.size == 3 else None


class WrongYes(Few):
    """Says yes to all."""

    def ask(self, matroid: Matroid) -> Any:  # noqa: ARG002 - it does not look
        return None


class NotPlain(Few):
    """Shows an object that cannot be written to a file."""

    def ask(self, matroid: Matroid) -> Any:
        return {"matroid": matroid}


class NoTable(Few):
    """Shows a list instead of a table."""

    def ask(self, matroid: Matroid) -> Any:  # noqa: ARG002 - it does not look
        return [1, 2]


class NotClosed(Few):
    """Whether there are at least 3 bases, which does not hold for minors."""

    def ask(self, matroid: Matroid) -> Any:
        return {"few": True} if len(bases(matroid)) < 3 else None

    def verify(self, matroid: Matroid, witness: Witness) -> bool:  # noqa: ARG002 - it says nothing
        return len(bases(matroid)) < 3

    def holds(self, matroid: Matroid) -> bool:
        return len(bases(matroid)) >= 3


class Divides(Few):
    """Raises an error of its own."""

    def ask(self, matroid: Matroid) -> Any:
        return 1 / matroid.size


class Leaves(Few):
    """Ends the process."""

    def ask(self, matroid: Matroid) -> Any:  # noqa: ARG002 - it does not look
        sys.exit(3)


@hookimpl
def matroidlab_questions() -> Iterable[QuestionFamily]:
    kinds = [Few, WrongNo, WrongYes, NotPlain, NoTable, Divides, Leaves]
    return [
        *(QuestionFamily(kind.__name__.lower(), kind) for kind in kinds),
        QuestionFamily("fewclosed", Few, closed_under_minors=True),
        QuestionFamily("nothing", lambda: 3),  # type: ignore[arg-type,return-value]
        QuestionFamily("notclosed", NotClosed, closed_under_minors=True),
    ]
