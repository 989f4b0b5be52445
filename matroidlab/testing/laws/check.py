"""A law as a thing that can be listed, tried and reported."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from matroidlab.errors import ConformanceError, OracleError, did_you_mean

Thing = TypeVar("Thing")
Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Law(Generic[Subject]):
    """A function that raises, with a witness, if its subject breaks the law that its docstring states.

    Its name is that of the function. It is tried on the subjects that it ``applies`` to.
    """

    run: Callable[[Subject], None]
    applies: Callable[[Subject], bool] = lambda _: True

    @property
    def name(self) -> str:
        """What it is called in reports and in `expected_failures`."""
        return self.run.__name__

    @property
    def statement(self) -> str:
        """The law in one sentence: the first paragraph of the docstring."""
        first, _, _ = inspect.cleandoc(self.run.__doc__ or "").partition("\n\n")
        return " ".join(first.split())

    def concerns(self, subject: Subject) -> bool:
        """Whether to try it; a subject that cannot even say is tried, so that the cause comes to light."""
        try:
            return self.applies(subject)
        except Exception:  # noqa: BLE001 - whatever a thing under test raises
            return True


@dataclass(frozen=True)
class Check(Generic[Thing]):
    """One law, ready to be tried: ``check(thing)`` raises with a witness if the thing breaks it."""

    name: str
    statement: str
    run: Callable[[Thing], None]

    def __call__(self, thing: Thing) -> None:
        """Try it."""
        self.run(thing)

    def __str__(self) -> str:
        return self.name

    def failure(self, thing: Thing) -> str | None:
        """Return the witness against the law, or None if there is none; any exception is a witness."""
        witness = self.witness(thing)
        return None if witness is None else witness.text

    def witness(self, thing: Thing) -> "Witness | None":
        """Return what speaks against the law: what the law has found, or what was raised before it could find any."""
        try:
            self.run(thing)
        except ConformanceError as error:
            return Witness(str(error), is_counterexample=True)
        except OracleError as error:
            return Witness(str(error), is_counterexample=False)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a thing under test raises
            return Witness(f"{type(error).__name__}: {error}", is_counterexample=False)
        return None


@dataclass(frozen=True)
class Witness:
    """What speaks against a law, and whether it is a counterexample or an error that came in its way."""

    text: str
    is_counterexample: bool


def checks_for(
    laws: Iterable[Law[Subject]], thing: Thing, subject: Callable[[Thing], Subject]
) -> Iterator[Check[Thing]]:
    """Yield a check for each of the laws that concern the thing; each makes a fresh subject of it."""
    for law in laws:
        if law.concerns(subject(thing)):
            yield Check(law.name, law.statement, lambda thing, run=law.run: run(subject(thing)))  # type: ignore[misc]


def run_checks(
    checks: Iterable[Check[Thing]], thing: Thing, shown: str, expected: Mapping[str, str]
) -> None:
    """Try all checks, and raise one error that shows every witness; an expected failure must fail."""
    faults = []
    count = 0
    for count, check in enumerate(checks, start=1):  # noqa: B007 - the count is used below
        witness = check.failure(thing)
        if witness is not None and check.name not in expected:
            faults.append(f"{check.name}: {witness}")
        if witness is None and check.name in expected:
            faults.append(f"{check.name}: was expected to fail ({expected[check.name]}), but holds")
    if faults:
        raise ConformanceError(
            "\n  ".join([f"{shown} fails {len(faults)} of {count} checks", *faults])
        )


def refuse_unknown(expected: Mapping[str, str], laws: Iterable[Law[Subject]]) -> None:
    """Raise an error for the first expected failure that no law goes by, and suggest the nearest."""
    names = [law.name for law in laws]
    for name in expected:
        if name not in names:
            raise ValueError(
                f"expected_failures must be names of checks, got {name!r}{did_you_mean(name, names)}"
            )
