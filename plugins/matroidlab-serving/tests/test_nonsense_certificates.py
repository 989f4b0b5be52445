"""Certificates that make no sense, sealed as if they did: none of them verifies."""

from collections.abc import Callable
from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from matroidlab.errors import CertificateError
from matroidlab_serving import Certificate, Line
from serving_support.served import BASELINE, small, teach


@pytest.fixture(scope="module")
def honest() -> dict[str, Certificate]:
    """Certificates with each reason."""
    plain = small()
    teach(plain, 400)
    known = small(known_means=dict.fromkeys(BASELINE, 0.3))
    teach(known, 400)
    fresh = small()
    tried = next(
        one
        for one in (fresh.recommend().certificate for _ in range(50))
        if any(line.reason == "tried" for line in one.lines)
    )
    return {
        "better": plain.peek().certificate,
        "known": known.peek().certificate,
        "tried": tried,
        "uncovered": small().recommend(unavailable=["b-1"]).certificate,
    }


def with_line(certificate: Certificate, reason: str, **changes: Any) -> Certificate:
    """The same with one line of this reason changed."""
    at = next(i for i, line in enumerate(certificate.lines) if line.reason == reason)
    lines = list(certificate.lines)
    lines[at] = replace(lines[at], **changes)
    return replace(certificate, lines=tuple(lines))


def with_bound(certificate: Certificate, name: str, **changes: Any) -> Certificate:
    """The same with other observations of one item that is better."""
    line = next(line for line in certificate.lines if line.reason == "better")
    return with_line(certificate, "better", **{name: replace(getattr(line, name), **changes)})


def own_counterpart(certificate: Certificate) -> Certificate:
    line = next(line for line in certificate.lines if line.reason == "tried")
    return with_line(certificate, "tried", item=line.baseline)


def all_uncovered(certificate: Certificate) -> Certificate:
    lines = tuple(Line(one.place, one.item, None, "uncovered") for one in certificate.lines)
    return replace(certificate, lines=lines, missing_baseline=())


def same_number(certificate: Certificate) -> Certificate:
    line = next(line for line in certificate.lines if line.reason == "better")
    assert line.upper is not None
    return with_bound(certificate, "lower", number=line.upper.number)


NO_LENGTHS: tuple[Any, ...] = (0, -1, 2.5, nan, inf, True, "7", [], 7)  # 7: without pairs
Lie = Callable[[Certificate], Certificate]


def having(**changes: Any) -> Lie:
    return lambda one: replace(one, **changes)


def knowing(mean: Any) -> Lie:
    return lambda one: with_line(one, "known", known_mean=mean)


NONSENSE: dict[str, tuple[str, Lie]] = {
    **{
        f"certificates_expire {length!r}": ("better", having(certificates_expire=length))
        for length in NO_LENGTHS
    },
    **{
        f"{field} {wrong!r}": ("tried", having(**{field: wrong}))
        for field in ("signature", "pairs")
        for wrong in (nan, None, False, -1, ())
    },
    **{
        f"delta {delta!r}": ("better", having(delta=delta))
        for delta in (nan, inf, -1, -0.5, 0, 0.0, 1.5, 5, True, "0.01", None)
    },
    **{
        f"swap size {size!r}": ("tried", having(swap_size=size))
        for size in (10**9, 4, 0, -1, 1.5, nan, True, None)
    },
    **{
        f"items {items!r}": ("better", having(items=items))
        for items in (0, -3, 2, 5.5, nan, None, True)
    },
    **{
        f"scale {scale!r}": ("better", having(scale=scale))
        for scale in (
            (1.0, 0.0),
            (nan, nan),
            (0.0, nan),
            (0.0, inf),
            (-1e308, 1e308),
            (0.0, 0.0),
            (0.0,),
            (0.0, 0.5, 1.0),
            ("0", "1"),
            (False, True),
        )
    },
    **{
        f"known mean {mean!r}": ("known", knowing(mean))
        for mean in (-5, -1e-9, nan, -inf, False, "0")
    },
    "no lines": ("better", lambda one: replace(one, lines=())),
    "no lines, all missing": (
        "better",
        lambda one: replace(one, lines=(), missing_baseline=tuple(BASELINE)),
    ),
    "covered and missing": ("better", lambda one: replace(one, missing_baseline=one.covered[:1])),
    "shown and missing": (
        "tried",
        lambda one: replace(
            one, missing_baseline=(next(line.item for line in one.lines if line.reason == "tried"),)
        ),
    ),
    "missing twice": ("uncovered", lambda one: replace(one, missing_baseline=("b-1", "b-1"))),
    "missing a number": ("uncovered", having(missing_baseline=(5,))),
    "all uncovered": ("better", all_uncovered),
    "tried instead of itself": ("tried", own_counterpart),
    "a number for two": ("better", same_number),
    "a number below 0": ("better", lambda one: with_bound(one, "lower", number=-1)),
    "a count that is not whole": ("better", lambda one: with_bound(one, "lower", count=300.5)),
    "a token of number": ("better", having(token=5)),
    "open-ended by a number": ("better", having(open_ended=1)),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_a_certificate_that_makes_no_sense_is_refused_even_if_it_is_sealed(
    honest: dict[str, Certificate], name: str
) -> None:
    kind, lie = NONSENSE[name]
    assert honest[kind].verify()
    with pytest.raises(CertificateError):
        lie(honest[kind]).sealed().verify()


def test_a_signature_shows_who_made_a_certificate(honest: dict[str, Certificate]) -> None:
    key = b"0123456789abcdef"
    signed = honest["better"].sign(key)
    assert signed.verify()
    assert signed.verify(key=key)
    assert Certificate.from_json(signed.to_json()).verify(key=key)
    assert len(bytes.fromhex(signed.signature)) == 32, "HMAC-SHA-256"


@pytest.mark.parametrize(
    "forge",
    [
        lambda one, _: one,
        lambda one, key: replace(one.sign(key), token="other").sealed(),
        lambda one, key: replace(one.sign(key), signature=one.sign(key).signature[:-1] + "x"),
        lambda one, key: replace(one.sign(key), signature="é"),
        lambda one, key: replace(one.sign(key), signature=None),
        lambda one, _: one.sign(b"another key of 16 bytes"),
    ],
    ids=["not signed", "altered", "altered signature", "not ascii", "none", "another key"],
)
def test_a_certificate_that_was_not_signed_with_the_key_is_refused(
    honest: dict[str, Certificate], forge: Callable[[Certificate, bytes], Certificate]
) -> None:
    key = b"0123456789abcdef"
    with pytest.raises(CertificateError, match=r"sign|altered"):
        forge(honest["better"], key).verify(key=key)


@pytest.mark.parametrize("key", ["text of 16 bytes.", b"", b"short", None, 5])
def test_a_key_is_at_least_16_bytes(honest: dict[str, Certificate], key: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="key must be at least 16 bytes"):
        honest["better"].sign(key)
