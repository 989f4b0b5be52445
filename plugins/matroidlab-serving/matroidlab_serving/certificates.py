"""Certificates: the proof in numbers that each item of a list may be shown."""

import hmac
import json
from dataclasses import astuple, dataclass, replace
from math import inf
from typing import Any

import numpy as np

from matroidlab.bandits import Statistics, TimeUniform
from matroidlab.errors import CertificateError
from matroidlab_serving.certificate_checks import check_fields, check_preferred
from matroidlab_serving.certificate_lines import EVIDENCE, ItemBound, Line, line_of
from matroidlab_serving.certificate_seal import digest_of, signature_of, text_of
from matroidlab_serving.certificate_sentence import ShownInWords
from matroidlab_serving.linear_certificates import (
    ROUNDING,
    LinearAssumption,
    LinearBound,
    checked_end,
)

Plain = dict[str, Any]
LISTS = ("missing_baseline", "with_half_of_delta")
"""The fields that are lists in JSON, beside lines and the scale."""


@dataclass(frozen=True, repr=False)
class Certificate(ShownInWords):
    """The promise about a list, item by item.

    ``str()`` is a sentence for people, `to_json` has all numbers for machines, and `verify`
    computes every bound again from these numbers.
    """

    token: str
    """The token of the list."""
    segment: str
    """The segment of the visitor."""
    lines: tuple[Line, ...]
    """The items of the list, each with the reason why it may be shown."""
    swap_size: int
    """How many items may be tried at once."""
    delta: float
    """The probability with which the promise to this segment may ever fail."""
    items: int
    """The number of items that share delta; one half of it, if items may be added later."""
    open_ended: bool
    """Whether items may be added later."""
    scale: tuple[float, float]
    """The least and the largest weight."""
    with_half_of_delta: tuple[int, ...] = ()
    """The numbers of items that share one half of delta: the first baseline of a large page."""
    missing_baseline: tuple[str, ...] = ()
    """The baseline items that were not available."""
    pairs: int = 0
    """The number of pairs that share delta; 0 if certificates are by intervals."""
    certificates_expire: int | None = None
    """The number of lists of an epoch, in each of which delta holds; None for a single one."""
    promise: str = "each"
    """The visitor that it is about: one of this segment ("each"), or one drawn at random from all
    segments ("average")."""
    linear: LinearAssumption | None = None
    """The visitor and the assumption of linear means, if visitors have features."""
    digest: str = ""
    """Shows that nothing was damaged. Anyone can compute it, so it does not show who made this."""
    signature: str = ""
    """Shows who made this to those who have the key: see `sign`."""

    def sealed(self) -> "Certificate":
        """Return the certificate with its digest."""
        return replace(self, digest=digest_of(self))

    def sign(self, key: bytes) -> "Certificate":
        """Return the certificate with its HMAC-SHA-256 under a secret key of 16 bytes or more."""
        return replace(self, signature=signature_of(self, key))

    @property
    def covered(self) -> tuple[str, ...]:
        """The baseline items that the promise covers."""
        return tuple(line.baseline for line in self.lines if line.baseline is not None)

    def verify(self, key: bytes | None = None) -> bool:
        """Return True if everything follows from its own numbers, or say what does not.

        With a key, it must also have been signed with that key.
        """
        try:
            self._check()
            if key is not None:
                self._check_signature(key)
        except CertificateError:
            raise
        except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError) as error:
            raise CertificateError(
                f"a field has the wrong type or is out of range: {error}"
            ) from None
        return True

    def _check(self) -> None:
        if self.digest != digest_of(self):
            raise CertificateError("the certificate was altered: its digest does not match")
        check_fields(self)
        tried = sum(line.reason == "tried" for line in self.lines)
        if tried > self.swap_size:
            raise CertificateError(
                f"{tried} items are being tried, and at most {self.swap_size} may be"
            )
        for line in self.lines:
            self._verify(line)

    def _check_signature(self, key: bytes) -> None:
        if not self.signature:
            raise CertificateError("the certificate is not signed: see Certificate.sign")
        given = self.signature.encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, signature_of(self, key).encode()):
            raise CertificateError("the certificate was not signed with this key")

    def _verify(self, line: Line) -> None:
        found = (line.lower is not None, line.upper is not None, line.known_mean is not None)
        if found != EVIDENCE.get(line.reason):
            raise CertificateError(
                f"{line.item!r:.80} is {line.reason!r:.40}, which needs other bounds"
            )
        if (line.baseline is None) != (line.reason == "uncovered"):
            raise CertificateError(
                f"{line.item!r:.80} is {line.reason}, and its counterpart is {line.baseline!r:.80}"
            )
        if line.reason == "same" and line.item != line.baseline:
            raise CertificateError(f"{line.item!r:.80} is not {line.baseline!r:.80}")
        if (line.reason == "preferred") != bool(line.preferred):
            raise CertificateError(f"{line.item!r:.80} is {line.reason}, which needs other answers")
        if line.preferred:
            check_preferred(self, line)
        if line.reason in ("better", "known"):
            lower, upper = self._recomputed(line)
            slack = 0.0 if self.linear is None else ROUNDING
            if not lower >= upper - slack:
                raise CertificateError(
                    f"{line.item!r:.80} is at least {lower}, {line.baseline!r:.80} at most {upper}"
                )

    def _recomputed(self, line: Line) -> tuple[float, float]:
        assert line.lower is not None
        lower = self._bound(line.lower, line.item, 0)
        known = inf if line.known_mean is None else line.known_mean
        return lower, known if line.upper is None else self._bound(
            line.upper, str(line.baseline), 1
        )

    def _bound(self, bound: ItemBound | LinearBound, key: str, end: int) -> float:
        if isinstance(bound, LinearBound):
            return checked_end(self, bound, key, end)
        if self.linear is not None:
            raise CertificateError(f"{key!r:.80} has one mean for all visitors, not a linear model")
        if bound.number < 0 or not 0 <= bound.total <= bound.count:
            raise CertificateError(
                f"{key!r:.80} cannot have a total of {bound.total} in {bound.count} observations"
            )
        # On average over visitors, the other half is for items that are withdrawn from segments.
        confidence = TimeUniform(
            self.delta / 2 if self.promise == "average" else self.delta,
            items=self.items,
            open_ended=self.open_ended,
            baseline=self.with_half_of_delta,
        )
        found = float(ends(confidence, *astuple(bound)[:4])[end])
        if found != bound.value:
            raise CertificateError(f"the bound of {key!r:.80} is {found}, not {bound.value}")
        return found

    def to_plain(self) -> Plain:
        """Return the certificate as plain data."""
        plain: Plain = json.loads(text_of(self))
        signature = {"signature": self.signature} if self.signature else {}
        return plain | {"digest": self.digest, "sentence": str(self)} | signature

    def to_json(self) -> str:
        """Return the certificate as JSON."""
        return json.dumps(self.to_plain(), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Certificate":
        """Return the certificate that `to_json` has written; it is not verified."""
        try:
            plain = json.loads(text)
            written = plain.pop("sentence")
            lines = tuple(line_of(line) for line in plain.pop("lines"))
            scale = tuple(plain.pop("scale"))
            assumed = plain.pop("linear", None)
            if assumed is not None:
                assumed = LinearAssumption(tuple(assumed["features"]), assumed["norm"])
            lists: dict[str, Any] = {name: tuple(plain.pop(name)) for name in LISTS}
            made = cls(**plain, **lists, lines=lines, scale=scale, linear=assumed)
            is_unaltered = written == str(made)
        except (
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            RecursionError,
            OverflowError,
        ) as error:
            raise CertificateError(f"this is not a certificate: {error!s:.200}") from None
        if not is_unaltered:
            raise CertificateError(
                "the certificate was altered: its sentence does not follow from its numbers"
            )
        return made


def ends(
    confidence: TimeUniform, number: int, count: int, total: float, spread: float
) -> tuple[float, float]:
    """Return both ends of the confidence interval of an item."""
    seen = Statistics(*(np.array([value]) for value in (count, total, spread, 0, number)))
    lower, upper = confidence.bounds(seen)
    return float(lower[0]), float(upper[0])
