"""Large catalogues and many segments in a service: a line of newcomers, shared beliefs, scores."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.bandits import SafeLists
from matroidlab.bandits.new_items import centre_of
from matroidlab.errors import ServingError, UnknownNameError
from matroidlab_serving import Certificate, Service, Slots, Top, open_service
from serving_support.served import segment_in

SIZE = 420
RATES = np.random.default_rng(8).beta(2, 18, 2 * SIZE)
ITEMS = {f"i{k}": "ab"[k // SIZE] for k in range(2 * SIZE)}
BASELINE = [
    f"i{k}" for half in (0, SIZE) for k in half + np.argsort(-RATES[half : half + SIZE])[30:32]
]
PAGE = Slots({"a": 2, "b": 2})


def rate(key: str) -> float:
    return 0.1 if key == "new" else float(RATES[int(key[1:])])


def options(segments: int, **more: Any) -> dict[str, Any]:
    named = {"segments": [f"g{k}" for k in range(segments)]} if segments > 1 else {}
    return {"page": PAGE, "items": ITEMS, "baseline": BASELINE, "seed": 3, **named, **more}


def visit(service: Any, count: int, seed: int, segments: int = 1, **request: Any) -> list[Any]:
    """Show lists, answer them by coins, and return them."""
    rng = np.random.default_rng(seed)
    found = []
    for moment in range(count):
        name = f"g{rng.integers(segments)}" if segments > 1 else None
        now = float(seed * 10_000 + moment)
        shown = service.recommend(name, now=now, **request)
        liked = rng.random(len(shown.items)) < [rate(key) for key in shown.items]
        weights = {key: 1.0 for key, is_liked in zip(shown.items, liked, strict=True) if is_liked}
        service.observe(shown.token, weights, missing=0.0, now=now)
        found.append(shown)
    return found


def whole_life(service: Any, segments: int) -> list[Any]:
    """Whatever may happen to a service with a large catalogue."""
    lists = visit(service, 120, 1, segments)
    service.set_scores({key: rate(key) for key in list(ITEMS)[::2]}, now=20_000.0)
    lists += visit(service, 60, 3, segments)
    service.add("new", "a", now=40_000.0)
    service.retire(BASELINE[0], successor="i5", now=40_001.0)
    tried = next(key for one in lists for key in one.items if key not in (*BASELINE, "i5"))
    service.retire(tried, now=40_002.0)
    lists += visit(service, 40, 5, segments, unavailable=BASELINE[1:2])
    lists += visit(service, 20, 6, segments, candidates=list(ITEMS)[5:800:9])
    return lists + visit(service, 40, 7, segments)


@pytest.mark.parametrize("segments", [1, 3])
def test_a_journal_gives_the_same_lists_again(tmp_path: Path, segments: int) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    with open_service(address, **options(segments)) as service:
        lists = whole_life(service, segments)
    in_memory = whole_life(Service(**options(segments)), segments)
    assert [one.items for one in in_memory] == [one.items for one in lists]
    assert all(one.certificate.verify() for one in lists)
    with open_service(address) as service:  # is redone: another list would be an error
        service.backup(tmp_path / "b.db")
        after = [one.items for one in visit(service, 50, 8, segments)]
    with open_service(f"sqlite:///{tmp_path / 'b.db'}") as service:
        assert [one.items for one in visit(service, 50, 8, segments)] == after


@pytest.mark.parametrize("segments", [1, 3])
def test_a_saved_service_goes_on_as_before(tmp_path: Path, segments: int) -> None:
    service = Service(**options(segments, scores={"i3": 1.0, "i500": 2.0}))
    visit(service, 700, 1, segments)  # past the first fit
    service.save(tmp_path / "a.npz")
    loaded = Service.load(tmp_path / "a.npz")
    expected = [one.items for one in visit(service, 60, 2, segments)]
    assert [one.items for one in visit(loaded, 60, 2, segments)] == expected


def test_a_segment_keeps_numbers_of_the_items_that_it_has_met() -> None:
    service = Service(**options(2))
    visit(service, 200, 1, 2)
    for segment in map(segment_in, [service, service], [0, 1]):
        assert 44 <= len(segment.met) < 300
        assert segment.policy.estimates.counts.shape == (1, len(segment.met))


def test_no_list_breaks_the_promise_and_certificates_say_so() -> None:
    service = Service(**options(2, delta=0.5, swap_size=2))
    lists = visit(service, 1500, 1, 2)
    number = {key: k for k, key in enumerate(ITEMS)}
    matroid = service._recorded.engine.catalogue.matroid
    safe = SafeLists(matroid, [number[key] for key in BASELINE], swap_size=2)
    shown = {tuple(sorted(number[key] for key in one.items)) for one in lists}
    rows = np.array(sorted(shown))
    assert safe.allows(rows, np.repeat(RATES[None], len(rows), axis=0)).all()
    for one in lists[::50]:
        certificate = Certificate.from_json(one.certificate.to_json())
        assert certificate.verify()
        assert len(certificate.with_half_of_delta) == 4


def test_good_scores_bring_more() -> None:
    gains = []
    for scores in (None, {key: rate(key) for key in ITEMS}):
        service = Service(**options(1, scores=scores))
        lists = visit(service, 3000, 1)
        gains.append(np.mean([sum(map(rate, one.items)) for one in lists[1000:]]))
    assert gains[1] > gains[0] * 1.03


def test_a_small_catalogue_has_no_line_and_shares_no_delta() -> None:
    service = Service(Top(2), keys=["a", "b", "c"], baseline=["a", "b"], seed=1)
    shown = service.recommend()
    assert shown.certificate.with_half_of_delta == ()
    assert segment_in(service).line is None


SMALL = list(ITEMS)[:120]
"""A slot that has no line by default."""


def small(**more: Any) -> dict[str, Any]:
    return {"page": Top(2), "keys": SMALL, "baseline": SMALL[:2], "seed": 3, **more}


def test_a_small_catalogue_has_a_line_if_it_is_asked_for(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'a.db'}"
    with open_service(address, **small(line=True)) as service:
        lists = visit(service, 40, 1)
    assert len(lists[0].certificate.with_half_of_delta) == 2
    assert all(one.certificate.verify() for one in lists)
    assert len({key for one in lists for key in one.items}) < 40
    without_line = visit(Service(**small()), 40, 1)
    assert [one.items for one in without_line] != [one.items for one in lists]
    with open_service(address) as service:  # is redone: another list would be an error
        after = [one.items for one in visit(service, 20, 2)]
        service.save(tmp_path / "a.npz")
        assert isinstance(service, Service)
        assert segment_in(service).line is not None
    in_memory = Service(**small(line=True))
    assert [one.items for one in visit(in_memory, 40, 1)] == [one.items for one in lists]
    assert [one.items for one in visit(in_memory, 20, 2)] == after
    loaded = Service.load(tmp_path / "a.npz")
    again = [one.items for one in visit(loaded, 20, 4)]
    assert [one.items for one in visit(in_memory, 20, 4)] == again


@pytest.mark.parametrize("segments", [1, 2])
def test_a_large_catalogue_has_no_line_if_none_is_wanted(segments: int) -> None:
    service = Service(**options(segments, line=False))
    (shown,) = visit(service, 1, 1, segments)
    assert shown.certificate.with_half_of_delta == ()
    assert segment_in(service).line is None
    with pytest.raises(ServingError, match="leave out line=False"):
        service.set_scores({"i1": 1.0})


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"scores": {"x": 1.0}}, "no item 'x'"),
        ({"scores": {"i1": float("nan")}}, "must be a number at least .*, got nan"),
        ({"scores": {}}, "at least one item"),
        ({"scores": {"i1": 1.0}, "proposal": "optimistic"}, "leave out one"),
        ({"scores": {"i1": 1.0}, "line": False}, "leave out line=False"),
        ({"line": True, "certificates": "pairs"}, "line=True needs certificates='intervals'"),
        ({"line": True, "proposal": "optimistic"}, "line=True needs proposal='thompson'"),
        ({"line": True, "features": 2, "norm": 1.0}, "line cannot be combined with features"),
        ({"line": 1}, "line must be True or False"),
    ],
)
def test_wrong_scores_of_a_service(more: dict[str, Any], message: str) -> None:
    with pytest.raises((ServingError, UnknownNameError), match=message):
        Service(**options(1, **more))


def test_a_new_segment_starts_from_what_the_others_know() -> None:
    service = Service(**options(2))
    visit(service, 700, 1, 2)
    service.add_segment("g2")
    service.recommend("g2", now=20_000.0)
    segment = segment_in(service, 2)
    assert segment.line is not None
    own = segment.policy.estimates.settled
    assert not own.counts.any()
    places = np.flatnonzero(segment.line.prior.seen.counts[0, segment.met.numbers] > 100)
    means, strengths = centre_of.numpy(segment.line.prior, own, 0, places)
    assert np.abs(means - RATES[segment.met.numbers[places]]).max() < 0.1
    assert (strengths >= 5.0).all()
