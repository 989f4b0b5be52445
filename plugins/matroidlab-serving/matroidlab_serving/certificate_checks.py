"""The checks of a certificate that come before its bounds: each field must make sense."""

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING

from matroidlab.bandits import is_certified
from matroidlab.errors import CertificateError
from matroidlab_serving.linear_certificates import LinearBound, check_linear

if TYPE_CHECKING:
    from matroidlab_serving.certificate_lines import ItemBound, Line
    from matroidlab_serving.certificates import Certificate


def check_fields(certificate: "Certificate") -> None:
    """Refuse a certificate whose fields have wrong types, are out of range, or do not fit."""
    _check_texts(certificate)
    _check_promise(certificate)
    _check_items(certificate)
    _check_known_means(certificate.lines)
    _check_evidence(certificate)
    _check_pairs(certificate)
    check_linear(certificate)


def _check_texts(certificate: "Certificate") -> None:
    texts: list[object] = [certificate.token, certificate.segment, *certificate.missing_baseline]
    for line in certificate.lines:
        texts += [line.place, line.item, line.reason]
        texts += [] if line.baseline is None else [line.baseline]
    for text in texts:
        require(isinstance(text, str), f"a name must be text, got {text!r:.80}")


def _check_promise(certificate: "Certificate") -> None:
    places = len(certificate.covered) + len(certificate.missing_baseline)
    require(bool(certificate.lines), "the list is empty: there is nothing to promise")
    require(
        is_number(certificate.delta) and 0 < certificate.delta <= 1,
        f"delta must be a number above 0 and at most 1, got {certificate.delta!r:.80}",
    )
    require(
        is_integer(certificate.swap_size) and 1 <= certificate.swap_size <= places,
        f"swap_size must lie in 1..{places}, the places of the baseline, got "
        f"{certificate.swap_size!r:.80}",
    )
    require(
        is_integer(certificate.items) and certificate.items >= places,
        f"delta must be shared by at least the {places} items of the baseline, got "
        f"{certificate.items!r:.80}",
    )
    require(
        isinstance(certificate.open_ended, bool),
        f"open_ended must be true or false, got {certificate.open_ended!r:.80}",
    )
    require(
        is_integer(certificate.pairs) and certificate.pairs >= 0,
        f"pairs must be their number, got {certificate.pairs!r:.80}",
    )
    is_plain = not certificate.pairs and certificate.linear is None
    require(
        certificate.promise == "each" or (certificate.promise == "average" and is_plain),
        f"promise must be 'each' or, by intervals, 'average', got {certificate.promise!r:.80}",
    )
    length = certificate.certificates_expire
    require(
        length is None or (is_integer(length) and length >= 1 <= certificate.pairs),
        f"certificates_expire must be a number of lists, with pairs, got {length!r:.80}",
    )
    signature: object = certificate.signature
    require(isinstance(signature, str), f"the signature must be text, got {signature!r:.80}")
    half = certificate.with_half_of_delta
    require(
        all(is_integer(item) and item >= 0 for item in half),
        f"with_half_of_delta must be numbers of items, got {half!r:.80}",
    )
    scale: tuple[object, ...] = certificate.scale
    is_scale = len(scale) == 2 and all(is_number(end) for end in scale)
    require(
        is_scale and is_interval(*certificate.scale),
        f"scale must be two finite numbers, the smaller first, got {scale!r:.80}",
    )


def _check_items(certificate: "Certificate") -> None:
    covered = certificate.covered
    missing = certificate.missing_baseline
    shown = [line.item for line in certificate.lines]
    for names in (covered, missing, shown):
        require(
            len(set(names)) == len(names), "an item occurs twice: the lines are not a bijection"
        )
    for item in missing:
        require(item not in covered, f"{item!r:.80} is covered and not available at once")
        require(item not in shown, f"{item!r:.80} is shown and not available at once")
    uncovered = len(shown) - len(covered)
    require(
        uncovered <= len(missing),
        f"{uncovered} items have no counterpart, but only {len(missing)} baseline items are not "
        "available",
    )
    for line in certificate.lines:
        require(
            line.item != line.baseline or line.reason == "same",
            f"{line.item!r:.80} is {line.reason!r:.40}, and is its own counterpart",
        )


def _check_known_means(lines: Iterable["Line"]) -> None:
    for line in lines:
        mean = line.known_mean
        require(
            mean is None or (is_number(mean) and 0 <= mean <= 1),
            f"the known mean of {line.baseline!r:.80} must lie in 0..1, got {mean!r:.80}",
        )


def _check_evidence(certificate: "Certificate") -> None:
    """Refuse observations that cannot be: of two items under one number, or twice of one."""
    by_key: dict[str, tuple[object, ...]] = {}
    by_number: dict[int, str] = {}
    for line in certificate.lines:
        for key, bound in ((line.item, line.lower), (str(line.baseline), line.upper)):
            if bound is None:
                continue
            _check_bound(certificate, key, bound)
            # Everything but the end of the interval, which is the lower or the upper one.
            seen = tuple(value for name, value in vars(bound).items() if name != "value")
            require(
                by_key.setdefault(key, seen) == seen,
                f"{key!r:.80} has two different sets of observations",
            )
            require(
                by_number.setdefault(bound.number, key) == key,
                f"{key!r:.80} and {by_number[bound.number]!r:.80} have the same number",
            )


def _check_bound(certificate: "Certificate", key: str, bound: "ItemBound | LinearBound") -> None:
    require(
        is_integer(bound.number) and is_integer(bound.count) and bound.number >= 0,
        f"the observations of {key!r:.80} must be counted in integers",
    )
    require(
        certificate.open_ended or bound.number < certificate.items,
        f"{key!r:.80} has number {bound.number}, and no item was added to the first "
        f"{certificate.items}",
    )
    if isinstance(bound, LinearBound):
        require(is_number(bound.value), f"the bound of {key!r:.80} must be a finite number")
        return
    require(
        is_number(bound.total) and is_number(bound.value),
        f"the total and the bound of {key!r:.80} must be finite numbers",
    )


def _check_pairs(certificate: "Certificate") -> None:
    """Refuse more pairs than share delta, and two different proofs of one pair."""
    proofs: dict[tuple[str, str], object] = {}
    for one in (one for line in certificate.lines for one in line.preferred):
        require(
            proofs.setdefault((one.item, one.over), one) == one,
            f"there are two different proofs that {one.item!r:.80} is no worse than "
            f"{one.over!r:.80}",
        )
    require(
        len(proofs) <= certificate.pairs,
        f"{len(proofs)} pairs are certified, and {certificate.pairs!r:.80} share delta",
    )


def check_preferred(certificate: "Certificate", line: "Line") -> None:
    """Refuse pairs that do not lead from an item to its counterpart, or prove nothing."""
    require(
        is_integer(certificate.pairs) and certificate.pairs >= 1,
        f"delta must be shared by at least 1 pair, got {certificate.pairs!r:.80}",
    )
    ends = [line.item, *(one.over for one in line.preferred)]
    starts = [one.item for one in line.preferred]
    require(
        starts == ends[:-1] and ends[-1] == line.baseline and len(set(ends)) == len(ends),
        f"the pairs of {line.item!r:.80} do not lead to {line.baseline!r:.80}",
    )
    epochs = [one.epoch for one in line.preferred]
    require(
        all(is_integer(epoch) and epoch >= 0 for epoch in epochs)
        and max(epochs) - min(epochs) <= 1
        and (certificate.certificates_expire is not None or max(epochs) == 0),
        f"the pairs of {line.item!r:.80} are of epochs {epochs!r:.80}",
    )
    for one in line.preferred:
        is_sum = is_number(one.better) and is_number(one.worse) and min(one.better, one.worse) >= 0
        require(
            is_sum
            and bool(is_certified(one.better, one.worse, certificate.delta / certificate.pairs)),
            f"{one.better!r:.80} to {one.worse!r:.80} does not prove that {one.item!r:.80} is no "
            f"worse than {one.over!r:.80}",
        )


def is_number(value: object) -> bool:
    """Whether a value is a finite number, and not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def is_interval(low: float, high: float) -> bool:
    """Whether the ends of an interval are in order, and its length is finite."""
    return low < high and isfinite(high - low)


def is_integer(value: object) -> bool:
    """Whether a value is an integer, and not a truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def require(holds: bool, otherwise: str) -> None:
    """Raise a `CertificateError` unless something holds."""
    if not holds:
        raise CertificateError(otherwise)
