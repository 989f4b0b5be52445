"""Why each item of a list may be shown: a proof in numbers that anybody can check again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from math import inf
from typing import Any, Literal, cast, get_args

import numpy as np

from matroidlab.bandits import Statistics, TimeUniform
from matroidlab.errors import CertificateError

Reason = Literal["same", "better", "known", "tried", "uncovered"]
NOTHING = (False, False, False)
EVIDENCE: dict[str, tuple[bool, bool, bool]] = {
    "same": NOTHING,
    "better": (True, True, False),
    "known": (True, False, True),
    "tried": NOTHING,
    "uncovered": NOTHING,
}
"""What a reason rests on: a lower bound, an upper bound, a known mean."""


@dataclass(frozen=True)
class Bound:
    """What was seen of an item, and the end of its interval that follows: all in [0, 1]."""

    number: int
    """Which item it is, in the order in which they came: the j-th later one has a smaller share of delta."""
    count: int
    total: float
    value: float


@dataclass(frozen=True)
class Line:
    """One item of a list, the baseline item that it is held against, and why it is there.

    "same": it is that item. "better": its lower bound is at least the upper bound of that item. "known": its lower
    bound is at least the known mean of that item. "tried": one of the few that are new. "uncovered": there is nothing
    to hold it against, for its baseline item is not available.
    """

    place: str
    item: str
    baseline: str | None
    reason: Reason
    lower: Bound | None = None
    upper: Bound | None = None
    known_mean: float | None = None


@dataclass(frozen=True)
class Certificate:
    """What is promised of a list, item by item.

    ``str()`` is a sentence for people, `to_json` the whole of it for machines, and `verify` computes all of it anew
    from its own numbers.
    """

    token: str
    segment: str
    lines: tuple[Line, ...]
    swap_size: int
    delta: float
    """The probability with which the promise of this segment may ever fail."""
    items: int
    """How many items share delta; one half of it, if others may come later."""
    open_ended: bool
    scale: tuple[float, float]
    missing_baseline: tuple[str, ...] = ()
    """The baseline items that were not available."""
    digest: str = field(default="")

    def sealed(self) -> "Certificate":
        """The same with its digest."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        return Certificate(**(told | {"digest": _digest(self)}))

    @property
    def covered(self) -> tuple[str, ...]:
        """The baseline items that the promise speaks of."""
        return tuple(line.baseline for line in self.lines if line.baseline is not None)

    def verify(self) -> bool:
        """True if everything in it follows from its own numbers; otherwise an error says what does not."""
        try:
            self._check()
        except CertificateError:
            raise
        except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
            raise CertificateError(f"a number or a text of it is none: {error}") from None
        return True

    def _check(self) -> None:
        if self.digest != _digest(self):
            raise CertificateError("the certificate was altered: its digest is another")
        held = [line.baseline for line in self.lines if line.baseline is not None]
        shown = [line.item for line in self.lines]
        if len(set(held)) < len(held) or len(set(shown)) < len(shown):
            raise CertificateError("an item occurs twice: the lines are no bijection")
        tried = sum(line.reason == "tried" for line in self.lines)
        if tried > self.swap_size:
            raise CertificateError(f"{tried} items are being tried, and at most {self.swap_size} may be")
        for line in self.lines:
            self._verify(line)

    def _verify(self, line: Line) -> None:
        if (line.lower is not None, line.upper is not None, line.known_mean is not None) != EVIDENCE.get(line.reason):
            raise CertificateError(f"{line.item!r:.80} is {line.reason!r:.40}, which needs other bounds")
        if (line.baseline is None) != (line.reason == "uncovered"):
            raise CertificateError(f"{line.item!r:.80} is {line.reason}, and held against {line.baseline!r:.80}")
        if line.reason == "same" and line.item != line.baseline:
            raise CertificateError(f"{line.item!r:.80} is not {line.baseline!r:.80}")
        if line.reason in ("better", "known"):
            lower, upper = self._recomputed(line)
            if not lower >= upper:
                raise CertificateError(f"{line.item!r:.80} is at least {lower}, {line.baseline!r:.80} at most {upper}")

    def _recomputed(self, line: Line) -> tuple[float, float]:
        assert line.lower is not None
        lower = self._bound(line.lower, line.item, 0)
        known = inf if line.known_mean is None else line.known_mean
        return lower, known if line.upper is None else self._bound(line.upper, str(line.baseline), 1)

    def _bound(self, bound: Bound, key: str, end: int) -> float:
        if bound.number < 0 or not 0 <= bound.total <= bound.count:
            raise CertificateError(f"{key!r:.80} cannot have been seen {bound.count} times, {bound.total} in all")
        confidence = TimeUniform(self.delta, items=self.items, open_ended=self.open_ended)
        found = float(ends(confidence, bound.number, bound.count, bound.total)[end])
        if found != bound.value:
            raise CertificateError(f"the bound of {key!r:.80} is {found}, not {bound.value}")
        return found

    def __str__(self) -> str:
        """A sentence for people."""
        return sentence(self)

    def to_plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return cast("dict[str, Any]", json.loads(_text(self))) | {"digest": self.digest, "sentence": str(self)}

    def to_json(self) -> str:
        """The same for machines."""
        return json.dumps(self.to_plain(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Certificate":
        """The certificate that `to_json` has written; it is not verified."""
        try:
            told = json.loads(text)
            said = told.pop("sentence")
            lines = tuple(_line(line) for line in told.pop("lines"))
            ends_, missing = tuple(told.pop("scale")), tuple(told.pop("missing_baseline"))
            made = cls(**told, lines=lines, scale=ends_, missing_baseline=missing)
            is_said = said == str(made)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError) as error:
            raise CertificateError(f"this is not a certificate: {error!s:.200}") from None
        if not is_said:
            raise CertificateError("the certificate was altered: its sentence is not what its numbers say")
        return made


def ends(confidence: TimeUniform, number: int, count: int, total: float) -> tuple[float, float]:
    """Both ends of the interval of an item."""
    seen = Statistics(
        np.array([count]), np.array([total]), np.array([total]), np.zeros(1, dtype=np.intp), np.array([number])
    )
    lower, upper = confidence.bounds(seen)
    return float(lower[0]), float(upper[0])


def sentence(certificate: Certificate) -> str:
    """What a certificate says, in words."""
    by: dict[str, list[Line]] = {reason: [] for reason in get_args(Reason)}
    for line in certificate.lines:
        by[line.reason].append(line)
    good = len(by["same"]) + len(by["better"]) + len(by["known"])
    covered = f"{good} of {len(certificate.lines)} items are no worse, each than its own item of the baseline"
    same = len(by["same"])
    parts = [f"{same} {'is' if same == 1 else 'are'} the same"] if same else []
    parts += [_better(line, certificate.scale) for line in by["better"] + by["known"]]
    if by["tried"]:
        names = ", ".join(f"{line.item} instead of {line.baseline}" for line in by["tried"])
        parts.append(f"being tried, at most {certificate.swap_size}: {names}")
    if certificate.missing_baseline:
        missing = ", ".join(certificate.missing_baseline)
        parts.append(f"not available, and not covered by the promise: {missing}")
    return f"{covered}, but for a probability of {certificate.delta:.2g}: {'; '.join(parts)}"


def _better(line: Line, scale: tuple[float, float]) -> str:
    low, high = scale
    lower = inf if line.lower is None else low + line.lower.value * (high - low)
    mean = line.known_mean if line.upper is None else line.upper.value
    upper = low + (inf if mean is None else mean) * (high - low)
    word = "known to be" if line.upper is None else "at most"
    return f"{line.item} is at least {lower:.4g}, and {line.baseline}, which it replaces, {word} {upper:.4g}"


def _text(certificate: Certificate) -> str:
    told = asdict(certificate)
    told.pop("digest")
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def _digest(certificate: Certificate) -> str:
    return blake2b(_text(certificate).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _line(told: Mapping[str, Any]) -> Line:
    given = dict(told)
    for name in ("lower", "upper"):
        if given.get(name) is not None:
            given[name] = Bound(**given[name])
    return Line(**given)
