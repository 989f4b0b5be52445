"""Laws as objects that can be listed, tried and reported."""

import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from matroidlab.errors import ConformanceError, OracleError, PromiseWarning, did_you_mean

Thing = TypeVar("Thing")
Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Law(Generic[Subject]):
    """A function that raises with a witness if its subject breaks the law in its docstring.

    Its name is that of the function. It is tried on the subjects that it ``applies`` to.
    """

    run: Callable[[Subject], None]
    applies: Callable[[Subject], bool] = lambda _: True

    @property
    def name(self) -> str:
        """The name in reports and in `expected_failures`."""
        return self.run.__name__

    @property
    def statement(self) -> str:
        """The law in one sentence: the first paragraph of the docstring."""
        first, _, _ = inspect.cleandoc(self.run.__doc__ or "").partition("\n\n")
        return " ".join(first.split())

    def concerns(self, subject: Subject) -> bool:
        """Whether the law applies; if that cannot be found out, it is tried, to show the cause."""
        try:
            return self.applies(subject)
        except Exception:  # noqa: BLE001 - from an object under test
            return True


@dataclass(frozen=True)
class Check(Generic[Thing]):
    """One law, ready to be tried: ``check(thing)`` raises with a witness if the thing breaks it.

    Attributes
    ----------
    name
        The name of the law.
    statement
        The law in a sentence.
    run
        Tries the law; raises with a witness if it is broken.
    """

    name: str
    statement: str
    run: Callable[[Thing], None]

    def __call__(self, thing: Thing) -> None:
        """Raise with a witness if the thing breaks the law."""
        self.run(thing)

    def __repr__(self) -> str:
        return f"Check({self.name}: {self.statement})"

    def __str__(self) -> str:
        return self.name

    def failure(self, thing: Thing) -> str | None:
        """Return the witness against the law, or None; any exception is a witness."""
        witness = self.witness(thing)
        return None if witness is None else witness.text

    def witness(self, thing: Thing) -> "Witness | None":
        """Return a counterexample, or the error that was raised before one was found, or None."""
        try:
            with warnings.catch_warnings():
                # The weights of a trial need not be those that a policy was promised.
                warnings.simplefilter("ignore", PromiseWarning)
                self.run(thing)
        except ConformanceError as error:
            return Witness(str(error), is_counterexample=True)
        except OracleError as error:
            return Witness(str(error), is_counterexample=False)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - from an object under test
            return Witness(f"{type(error).__name__}: {error}", is_counterexample=False)
        return None


@dataclass(frozen=True)
class Witness:
    """The evidence against a law: a counterexample, or an error raised during the search."""

    text: str
    is_counterexample: bool


def checks_for(
    laws: Iterable[Law[Subject]], thing: Thing, subject: Callable[[Thing], Subject]
) -> Iterator[Check[Thing]]:
    """Yield a check for each law that concerns the thing; each check makes a fresh subject."""
    for law in laws:
        if law.concerns(subject(thing)):
            yield Check(law.name, law.statement, partial(_run, law.run, subject))


def _run(law: Callable[[Subject], None], subject: Callable[[Thing], Subject], thing: Thing) -> None:
    law(subject(thing))


def run_checks(
    checks: Iterable[Check[Thing]], thing: Thing, shown: str, expected: Mapping[str, str]
) -> None:
    """Try all checks, and raise one error with every witness; an expected failure must fail."""
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
    """Raise an error if an expected failure is not the name of a law, and suggest the nearest."""
    names = [law.name for law in laws]
    for name in expected:
        if name not in names:
            raise ValueError(
                "expected_failures must be names of checks, "
                f"got {name!r}{did_you_mean(name, names)}"
            )
