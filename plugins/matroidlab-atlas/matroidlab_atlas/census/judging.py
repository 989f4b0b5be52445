"""One matroid and one question: the answer, what shows it, and whether it is to be believed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import ConformanceError
from matroidlab.families import ExplicitMatroid
from matroidlab.hookspecs import Question, Witness
from matroidlab.parameters import plain
from matroidlab_atlas.formats.strings import string_of

Sets = NDArray[np.int64]
"""The masks of the bases of a matroid, ascending."""


@dataclass(frozen=True)
class Judge:
    """Asks a question, and believes no answer that does not verify.

    Attributes
    ----------
    name
        What the question is called, for errors.
    question
        Whom to ask.
    closed_under_minors
        Whether the question says of itself that with every matroid all its minors are a yes.
    """

    name: str
    question: Question
    closed_under_minors: bool

    def witness(self, masks: Sets, size: int) -> Witness | None:
        """Return what shows a no, verified as it would be written to a file and read again; None for a yes."""
        matroid = ExplicitMatroid.known(size, masks)
        answer = self.question.ask(matroid)
        if answer is None:
            return None
        witness = self._as_data(answer, masks, size)
        if not self.question.verify(matroid, witness):
            raise self._fault(masks, size, f"answers no, but its witness {witness} does not verify")
        return witness

    def is_excluded_minor(self, masks: Sets, size: int) -> bool:
        """Whether all minors of a no are a yes; of a question that is not closed under minors nobody asks."""
        if not self.closed_under_minors:
            return False
        return all(self._is_yes(left, size - 1) for _, _, left in single_element_minors(masks, size))

    def check_yes(self, masks: Sets, size: int) -> None:
        """Raise an error if brute force does not confirm a yes, or a minor is a no though it must not be."""
        if not self.question.holds(ExplicitMatroid.known(size, masks)):
            raise self._fault(masks, size, "answers yes, but brute force does not confirm it")
        if self.closed_under_minors:
            for verb, element, left in single_element_minors(masks, size):
                if not self._is_yes(left, size - 1):
                    raise self._fault(
                        masks,
                        size,
                        f"says that it is closed under minors and answers yes, but no if one is to {verb} {element}",
                    )

    def _is_yes(self, masks: Sets, size: int) -> bool:
        return self.question.ask(ExplicitMatroid.known(size, masks)) is None

    def _as_data(self, answer: object, masks: Sets, size: int) -> Witness:
        try:
            data = json.loads(json.dumps(plain(answer), allow_nan=False))
        except (TypeError, ValueError) as error:
            raise self._fault(masks, size, f"returns a witness that is not plain data: {error}") from error
        if not isinstance(data, dict):
            raise self._fault(masks, size, f"must return None or a table as a witness, got {data!r:.80}")
        return data

    def _fault(self, masks: Sets, size: int, what: str) -> ConformanceError:
        rank = int(masks[0]).bit_count()
        return ConformanceError(f"question {self.name!r} {what}: {size} {rank} {string_of(masks, size, rank)}")


def single_element_minors(masks: Sets, size: int) -> Iterator[tuple[str, int, Sets]]:
    """Yield, of a matroid by the masks of its bases, what is done to which element, and the bases of what is left.

    >>> [(verb, element, left.tolist()) for verb, element, left in single_element_minors(np.array([0b01, 0b10]), 2)]
    [('delete', 1, [1]), ('contract', 1, [0]), ('delete', 0, [1]), ('contract', 0, [0])]

    To contract a loop or a coloop is to delete it; that comes once.
    """
    for element in reversed(range(size)):  # whoever made the matroid by an extension may know what is left of the last
        held = masks >> element & 1 == 1
        if not held.all():
            yield "delete", element, _without(masks[~held], element)
        if held.any():
            yield "contract", element, _without(masks[held], element)


def _without(masks: Sets, element: int) -> Sets:
    """The sets without an element, those after it renumbered."""
    renumbered: Sets = (masks & ((1 << element) - 1)) | (masks >> (element + 1) << element)
    return renumbered
