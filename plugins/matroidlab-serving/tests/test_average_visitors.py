"""Services whose promise is for a visitor drawn at random from all segments."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import CertificateError, ServingError
from matroidlab_serving import Certificate, Service, Slots, Top, open_service
from matroidlab_serving.engine.pooled_segment import PooledSegment
from serving_support.served import segment_in, state_of

SEGMENTS = ("Kyoto", "Lyon", "Oslo")
ITEMS = [f"i{k}" for k in range(8)]
BASELINE = ["i0", "i1", "i2"]
MEANS = np.array([0.5, 0.45, 0.4, 0.9, 0.8, 0.3, 0.2, 0.1])
OWN = {"Kyoto": MEANS, "Lyon": MEANS, "Oslo": np.where(np.arange(8) == 3, 0.05, MEANS)}
"""In Oslo, nobody likes item 3."""


def shop(**options: Any) -> Service:
    given: dict[str, Any] = {"delta": 0.2, "seed": 3, "segments": SEGMENTS} | options
    return Service(Top(3), keys=ITEMS, baseline=BASELINE, promise="average", **given)


def visit(service: Any, count: int, seed: int, late: int = 0) -> list[Any]:
    """Show lists to visitors of random segments, and answer them after ``late`` others."""
    rng = np.random.default_rng(seed)
    found = []
    for moment in range(count + late):
        now = float(1000 * seed + moment)
        if moment < count:
            found.append(service.recommend(SEGMENTS[rng.integers(3)], now=now))
        if moment >= late:
            shown = found[moment - late]
            means = OWN[shown.segment]
            liked = {key: float(rng.random() < means[int(key[1:])]) for key in shown.items}
            service.observe(shown.token, liked, now=now)
    return found


def test_certificates_say_for_whom_the_promise_is() -> None:
    service = shop()
    lists = visit(service, 900, 1)
    reasons = {line.reason for one in lists for line in one.certificate.lines}
    assert reasons == {"same", "better", "tried"}
    certificate = lists[-1].certificate
    assert certificate.promise == "average"
    assert certificate.delta == 0.2
    assert "for a visitor drawn at random from all segments" in str(certificate)
    assert Certificate.from_json(certificate.to_json()) == certificate
    assert all(one.certificate.verify() for one in lists[::20])
    better = next(
        one.certificate for one in lists if any(x.reason == "better" for x in one.certificate.lines)
    )
    with pytest.raises(CertificateError, match="the bound of"):
        replace(better, promise="each").sealed().verify()
    assert "drawn at random" in service.status()["promise"]["in_words"]
    assert service.peek("Oslo").certificate.verify()


def test_an_item_is_withdrawn_where_it_is_certified_to_be_worse_and_pooled_no_more() -> None:
    service = shop()
    lists = visit(service, 2500, 1)
    last = lists[-600:]
    assert not any("i3" in one.items for one in last if one.segment == "Oslo")
    pool = segment_in(service)
    assert isinstance(pool, PooledSegment)
    assert pool.average.is_closed[3]
    before = pool.policy.estimates.settled.counts[0].copy()
    lanes = pool.average.segments.counts[:, 3].copy()
    visit(service, 200, 5)
    assert pool.policy.estimates.settled.counts[0, 3] == before[3]
    if not pool.average.is_given_up[3]:
        assert pool.average.segments.counts[:2, 3].sum() > lanes[:2].sum()


def test_the_pool_learns_what_every_segment_could_have_been_shown() -> None:
    """The share of segments in its views of an open item is that of the visitors."""
    service = shop(segments=SEGMENTS, delta=1e-6)  # so small that nothing is ever withdrawn
    visit(service, 400, 1)
    pool = segment_in(service)
    assert isinstance(pool, PooledSegment)
    pooled = pool.policy.estimates.settled
    own = pool.average.segments.settled
    assert pooled.counts[0].tolist() == own.counts.sum(axis=0).tolist()
    assert np.allclose(pooled.sums[0], own.sums.sum(axis=0))


@pytest.mark.parametrize("more", [{}, {"holdback": 0.2}, {"window": 5.0, "dealing": "independent"}])
def test_a_journal_and_a_file_give_the_same_service(tmp_path: Path, more: dict[str, Any]) -> None:
    def life(service: Any) -> list[Any]:
        lists = visit(service, 500, 1, late=3)
        service.retire("i7", now=2000.0)
        return lists + visit(service, 100, 3)

    address = f"sqlite:///{tmp_path / 'a.db'}"
    given: dict[str, Any] = {"delta": 0.5, "seed": 3, "segments": SEGMENTS, "promise": "average"}
    given |= {"keys": ITEMS, "baseline": BASELINE} | more
    in_memory = Service(Top(3), **given)
    expected = [one.items for one in life(in_memory)]
    with open_service(address, Top(3), **given) as service:
        assert [one.items for one in life(service)] == expected
    in_memory.save(tmp_path / "state")
    after = [one.items for one in visit(in_memory, 200, 9)]
    for again in (open_service(address), Service.load(tmp_path / "state")):
        assert [one.items for one in visit(again, 200, 9)] == after
        assert state_of(again) == state_of(in_memory)  # type: ignore[arg-type]
        again.close()


def test_a_large_catalogue_has_one_line_for_all() -> None:
    keys = [f"i{k}" for k in range(400)]
    service = Service(
        Top(3),
        keys=keys,
        baseline=BASELINE,
        segments=SEGMENTS,
        promise="average",
        scores={"i9": 3.0},
        seed=1,
    )
    for turn in range(60):
        shown = service.recommend(SEGMENTS[turn % 3])
        service.observe(shown.token, {}, missing=0.0)
    pool = segment_in(service)
    assert isinstance(pool, PooledSegment)
    assert pool.line is not None
    assert len(pool.met) < 100
    pool.leave_out(np.array([9]))
    assert not any("i9" in service.recommend("Oslo").items for _ in range(20))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"segments": None}, "drawn at random from several segments"),
        ({"proposal": "optimistic"}, "needs proposal='thompson'"),
        ({"certificates": "pairs"}, "needs certificates='intervals'"),
        ({"budget": 0.1}, "needs budget=None"),
        ({"on_contradiction": "restart"}, "needs on_contradiction='warn'"),
        ({"compare": {"one": ["i0"], "two": ["i1"]}}, "need promise='each'"),
    ],
)
def test_wrong_settings(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ServingError, match=message):
        shop(**more)


def test_what_would_look_at_the_segment_is_refused() -> None:
    service = shop()
    with pytest.raises(ServingError, match="chosen for all segments alike"):
        service.recommend("Oslo", unavailable=["i0"])
    with pytest.raises(ServingError, match="chosen for all segments alike"):
        service.recommend("Oslo", candidates=ITEMS)
    with pytest.raises(ServingError, match="chosen by segment elsewhere"):
        service.learn_from([{"weights": {"i1": 1.0}, "segment": "Oslo"}])
    with pytest.raises(ServingError, match="fixed mix of segments"):
        service.add_segment("Rome")
    with pytest.raises(ServingError, match="a new item needs a share of delta in each segment"):
        service.add("i9")
    with pytest.raises(ServingError, match="of which one half is for withdrawals"):
        service.change(delta=0.1)
    with pytest.raises(ServingError, match="not in PostgreSQL"):
        open_service(
            "postgresql://localhost/none",
            Slots({"x": 1}),
            items={"a": "x", "b": "x"},
            baseline=["a"],
            segments=SEGMENTS,
            promise="average",
        )
