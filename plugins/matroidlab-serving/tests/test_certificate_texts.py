"""Certificates that were altered or damaged are refused."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.errors import CertificateError
from matroidlab.protocol import Matroid
from matroidlab.testing import matroids
from matroidlab_serving import Certificate, ItemBound, Service, Shown
from serving_support.served import MEANS, answer, is_broken, small, teach


def taught(**options: Any) -> Service:
    service = small(**options)
    teach(service, 400)
    return service


def with_reason(service: Service, reason: str) -> Shown:
    shown = (service.recommend(now=0.0) for _ in range(50))
    return next(one for one in shown if reason in {line.reason for line in one.certificate.lines})


def leaves(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all numbers and texts of plain data."""
    if isinstance(found, dict | list):
        for key, value in found.items() if isinstance(found, dict) else enumerate(found):
            yield from leaves(value, (*path, key))
    else:
        yield path


def others(value: Any) -> list[Any]:
    """Other values, near and far."""
    if isinstance(value, bool):
        return [not value, None]
    if isinstance(value, int | float):
        return [value + 1, -value - 1, float(np.nextafter(value, 2.0)), None, str(value)]
    return [None, 0, "x", f"{value}x", []]


def changed(plain: Any, path: tuple[Any, ...], value: Any) -> str:
    copy = json.loads(json.dumps(plain))
    at = copy
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(copy)


def test_a_certificate_sealed_anew_still_has_to_be_true() -> None:
    """Whoever can compute the digest cannot make false numbers true."""
    honest = with_reason(taught(), "better").certificate
    at = next(i for i, line in enumerate(honest.lines) if line.reason == "better")
    line = honest.lines[at]
    assert isinstance(line.lower, ItemBound)
    assert isinstance(line.upper, ItemBound)
    lies: list[dict[str, Any]] = [
        {"lower": replace(line.lower, value=line.lower.value + 0.01)},
        {"lower": replace(line.lower, count=line.lower.count + 1)},
        {"lower": replace(line.lower, total=line.lower.total + 1)},
        {"lower": replace(line.lower, number=7)},
        {"upper": replace(line.upper, value=line.upper.value - 0.01)},
        {"upper": None},
        {"lower": line.upper, "upper": line.lower},
        {"lower": ItemBound(0, 1, float("nan"), 0.0, 0.5)},
        {"lower": ItemBound(0, -1, 0.0, 0.0, 0.5)},
        {"lower": ItemBound(0, 10, 20.0, 0.0, 1.0)},
        {"reason": "same"},
        {"reason": "uncovered"},
        {"reason": "known"},
        {"reason": "nice"},
        {"reason": "tried"},
        {"lower": ItemBound("a", None, 20.0, 0.0, 1.0)},  # type: ignore[arg-type]
        {"lower": ItemBound(-3, 10, 2.0, 0.0, 1.0)},
        {"known_mean": 0.0, "upper": None, "reason": "known", "lower": None},
        {"baseline": None},
        {"baseline": honest.lines[(at + 1) % 3].baseline},
        {"item": honest.lines[(at + 1) % 3].item},
    ]
    for lie in lies:
        lines = tuple(replace(one, **lie) if i == at else one for i, one in enumerate(honest.lines))
        with pytest.raises(CertificateError):
            replace(honest, lines=lines).sealed().verify()
    for lie in (
        {"delta": 0.5},
        {"items": 4},
        {"open_ended": False},
        {"swap_size": -1},
        {"delta": 0.0},
        {"delta": "x"},
        {"items": -1},
        {"swap_size": None},
    ):
        with pytest.raises(CertificateError):
            replace(honest, **lie).sealed().verify()


def test_a_certificate_goes_through_json_and_back() -> None:
    service = taught(labels={"b-1": "\N{GRINNING FACE}"})
    for shown in (
        service.recommend(),
        service.peek(),
        service.recommend(unavailable=["b-3", "f-1"]),
    ):
        again = Certificate.from_json(shown.certificate.to_json())
        assert again == shown.certificate
        assert again.verify()
        assert again.to_json() == shown.certificate.to_json()
        assert json.loads(shown.to_json())["certificate"] == json.loads(shown.certificate.to_json())


def test_a_certificate_stays_true_whatever_comes_after() -> None:
    service = small()
    means = MEANS | {"b-4": 0.5}
    lists = []
    for i in range(30):
        teach(service, 10, means, seed=i)
        lists.append(service.recommend(now=0.0))
        if i == 10:
            service.add("b-4", slot="books")
        if i == 20:
            service.retire("b-1", successor="b-4")
        if i == 25:
            service.add("b-1", slot="books")
    assert all(shown.certificate.verify() for shown in lists)
    assert lists[5].certificate.covered == ("b-1", "b-2", "f-1")
    assert lists[-1].certificate.covered == ("b-4", "b-2", "f-1")


@settings(max_examples=25)
@given(
    data=st.data(),
    matroid=matroids(min_rank=1, max_size=7),
    seed=st.integers(0, 999),
    swap_size=st.integers(1, 3),
)
def test_on_every_matroid_the_certificate_covers_the_available_baseline_but_for_what_is_tried(
    data: st.DataObject, matroid: Matroid, seed: int, swap_size: int
) -> None:
    rng = np.random.default_rng(seed)
    keys = [f"i{i}" for i in range(matroid.size)]
    means = dict(zip(keys, rng.choice([0.05, 0.5, 0.95], size=matroid.size).tolist(), strict=True))
    baseline = matroid.greedy(rng.permutation(matroid.size)).tolist()
    m = min(swap_size, matroid.rank)
    service = Service(
        matroid, keys, [keys[i] for i in baseline], swap_size=m, seed=seed, delta=1e-3
    )
    service.learn_from(
        [
            {"weights": answer(keys, means, rng)}
            for _ in range(data.draw(st.sampled_from([0, 40, 200])))
        ]
    )
    for _ in range(6):
        absent = {keys[i] for i in data.draw(st.sets(st.integers(0, matroid.size - 1)))}
        there = np.array([i for i, key in enumerate(keys) if key not in absent], dtype=np.intp)
        if not len(matroid.greedy(there)):
            continue
        shown = service.recommend(unavailable=absent)
        items = np.array([int(key[1:]) for key in shown.items])
        assert not {*shown.items} & absent
        assert len(items) == len(matroid.greedy(there))
        assert matroid.is_independent(items)
        assert shown.certificate.verify()
        covered = {keys[i] for i in baseline} - absent
        assert {*shown.certificate.covered} == covered
        proved = [
            line for line in shown.certificate.lines if line.reason in ("same", "better", "known")
        ]
        assert len(proved) >= len(covered) - m
        assert not is_broken(shown, means)
        service.observe(shown.token, answer(shown.items, means, rng))
