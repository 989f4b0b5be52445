"""One matroid and one question: the answer, its witness, and the checks of both."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from matroidlab import ExplicitMatroid
from matroidlab.errors import ConformanceError
from matroidlab.hookspecs import Question, Witness
from matroidlab.parameters import plain
from matroidlab.protocol import Matroid
from matroidlab.types import Masks
from matroidlab_atlas.formats.strings import string_of
from matroidlab_atlas.structure.set_list import named


@runtime_checkable
class Describing(Protocol):
    """A question that can put its witnesses into words; a question need not offer this."""

    def describe(self, witness: Witness, /) -> str:
        """Return a sentence about a witness that `ask` returned, without its full stop."""


@runtime_checkable
class Statistic(Protocol):
    """A question whose answer is a number or a word, and not yes or no: a census counts them."""

    def value(self, matroid: Matroid, /) -> int | str:
        """Return the number or word of a matroid, the same for isomorphic ones."""

    def recount(self, matroid: Matroid, /) -> int | str:
        """Return the same by another way; may be slow."""


@dataclass(frozen=True)
class Surveyor:
    """Asks a statistic and confirms its values."""

    name: str
    statistic: Statistic
    closed_under_minors: bool = False

    def value(self, masks: Masks, size: int, *, confirm: bool) -> str:
        """Return the value of a matroid as text; an error if it is not confirmed."""
        matroid = ExplicitMatroid.known(size, masks)
        found = self.statistic.value(matroid)
        if confirm and found != self.statistic.recount(matroid):
            raise fault(self.name, masks, size, f"answers {found!r:.40}, which is not confirmed")
        return str(found)


def in_words(question: object, witness: Witness) -> str:
    """Return a witness as people read it: the question's own words, or names and values.

    >>> from matroidlab_atlas.census.questions import BaseOrderable
    >>> in_words(BaseOrderable(), {"source": [0, 1], "target": [2, 3]})
    'the bases {0, 1} and {2, 3} have no bijection of symmetric exchanges'
    """
    if isinstance(question, Describing):
        return question.describe(witness)
    return ", ".join(f"{name}: {_shown(value)}" for name, value in witness.items())


def _shown(value: object) -> str:
    if isinstance(value, list) and all(isinstance(element, int) for element in value):
        return named(value, ())
    return str(value)


@dataclass(frozen=True)
class Judge:
    """Asks a question and verifies the answers.

    Attributes
    ----------
    name
        The name of the question, for errors.
    question
        The question.
    closed_under_minors
        Whether the question claims that all minors of a "yes" are a "yes".
    """

    name: str
    question: Question
    closed_under_minors: bool

    def witness(self, masks: Masks, size: int) -> Witness | None:
        """Return the verified witness of a "no", as plain data, or None for a "yes"."""
        matroid = ExplicitMatroid.known(size, masks)
        answer = self.question.ask(matroid)
        if answer is None:
            return None
        witness = self._as_data(answer, masks, size)
        if not self.question.verify(matroid, witness):
            raise self._fault(masks, size, f"answers no, but its witness {witness} does not verify")
        return witness

    def is_excluded_minor(self, masks: Masks, size: int) -> bool:
        """Whether all minors of a "no" are a "yes", for a question that is closed under minors."""
        if not self.closed_under_minors:
            return False
        return all(
            self._is_yes(left, size - 1) for _, _, left in single_element_minors(masks, size)
        )

    def check_yes(self, masks: Masks, size: int) -> None:
        """Raise an error if brute force does not confirm a "yes", or if a minor is a "no"."""
        if not self.question.holds(ExplicitMatroid.known(size, masks)):
            raise self._fault(masks, size, "answers yes, but brute force does not confirm it")
        if self.closed_under_minors:
            for how, element, left in single_element_minors(masks, size):
                if not self._is_yes(left, size - 1):
                    raise self._fault(
                        masks,
                        size,
                        "claims to be closed under minors and answers yes, "
                        f"but no if element {element} is {how}",
                    )

    def _is_yes(self, masks: Masks, size: int) -> bool:
        return self.question.ask(ExplicitMatroid.known(size, masks)) is None

    def _as_data(self, answer: object, masks: Masks, size: int) -> Witness:
        try:
            data = json.loads(json.dumps(plain(answer), allow_nan=False))
        except (TypeError, ValueError) as error:
            raise self._fault(
                masks, size, f"returns a witness that is not plain data: {error}"
            ) from error
        if not isinstance(data, dict):
            raise self._fault(
                masks, size, f"must return None or a table as a witness, got {data!r:.80}"
            )
        return data

    def _fault(self, masks: Masks, size: int, what: str) -> ConformanceError:
        return fault(self.name, masks, size, what)


def fault(name: str, masks: Masks, size: int, what: str) -> ConformanceError:
    """Return the error that a question answers wrongly about a matroid."""
    rank = int(masks[0]).bit_count()
    return ConformanceError(
        f"question {name!r} {what}: {size} {rank} {string_of(masks, size, rank)}"
    )


def single_element_minors(masks: Masks, size: int) -> Iterator[tuple[str, int, Masks]]:
    """Yield the minors with one element less of a matroid given by the masks of its bases.

    Each comes with the operation and the element.

    >>> import numpy as np
    >>> minors = single_element_minors(np.array([0b01, 0b10]), 2)
    >>> [(how, element, left.tolist()) for how, element, left in minors]
    [('deleted', 1, [1]), ('contracted', 1, [0]), ('deleted', 0, [1]), ('contracted', 0, [0])]

    Contracting a loop or a coloop is the same as deleting it, and comes once.
    """
    # The last element comes first: for a matroid made by an extension, its deletion is often known.
    for element in reversed(range(size)):
        held = masks >> element & 1 == 1
        if not held.all():
            yield "deleted", element, _without(masks[~held], element)
        if held.any():
            yield "contracted", element, _without(masks[held], element)


def _without(masks: Masks, element: int) -> Masks:
    """The sets without an element, with the elements after it renumbered."""
    renumbered: Masks = (masks & ((1 << element) - 1)) | (masks >> (element + 1) << element)
    return renumbered
