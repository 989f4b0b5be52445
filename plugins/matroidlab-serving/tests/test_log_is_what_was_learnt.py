"""The log of a service is exactly what it has learnt."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab_serving import Service
from serving_support.served import open_sqlite, small_options, told

WINDOW = 10.0
VISITS = st.lists(
    st.tuples(
        st.sampled_from(["recommend", "observe", "expire"]),
        st.integers(0, 5),
        st.sampled_from([0.0, 1.0, 6.0, 30.0]),
        st.lists(st.sampled_from([None, 0.0, 0.25, 1.0]), min_size=3, max_size=3),
        st.sampled_from([None, 0.0, 0.5]),
    ),
    max_size=25,
)


def by_item(service: Service) -> dict[tuple[str, str], tuple[float | None, str]]:
    return {(row["token"], row["action"]): (row["reward"], row["outcome"]) for row in service.log()}


@settings(max_examples=60)
@given(
    VISITS,
    st.sampled_from([None, WINDOW]),
    st.sampled_from(["least", None, 0.25]),
    st.sampled_from([(0, 1), (-8, 8)]),
)
def test_learning_the_log_again_gives_the_same_counts_and_sums(
    tmp_path_factory: pytest.TempPathFactory,
    visits: list[tuple[str, int, float, list[float | None], float | None]],
    window: float | None,
    missing: Any,
    scale: tuple[float, float],
) -> None:
    options = small_options(window=window, missing=missing, scale=scale)
    file = tmp_path_factory.mktemp("log") / "a.db"
    service = open_sqlite(f"sqlite:///{file}", **options)
    shown = [service.recommend(now=0.0)]
    now = 0.0
    for kind, which, wait, weights, rest in visits:
        now += wait
        if kind == "recommend":
            shown.append(service.recommend(now=now))
        elif kind == "expire" and window is None:
            service.expire(20.0, now=now)
        elif kind == "observe":
            batch = []
            for one in (shown[-1 - which % len(shown)], shown[which % len(shown)]):
                pairs = zip(one.items, weights, strict=True)
                given_ = {key: weight for key, weight in pairs if weight is not None}
                is_whole = window is not None or None not in weights
                batch.append((one.token, given_, rest if is_whole else rest or 0.0))
            service.observe_many(batch, now=now)
    fresh = Service(**options)
    fresh.learn_from(service.log(), now=now)
    assert told(fresh) == told(service)
    service.close()


def test_the_log_says_which_weights_were_observed_missing_or_not_learnt(tmp_path: Path) -> None:
    service = open_sqlite(f"sqlite:///{tmp_path / 'a.db'}", **small_options(window=WINDOW))
    first = service.recommend(now=0.0)
    second = service.recommend(now=1.0)
    a, b, c = first.items
    service.observe(first.token, {a: 0.0}, missing=0.0, now=2.0)
    service.observe(first.token, {b: 1.0}, now=3.0)
    late = service.observe_many([(second.token, {}, 0.5), (first.token, {c: 1.0})], now=10.5)
    assert late == [True, False]
    log = by_item(service)
    assert log[first.token, a] == (0.0, "observed")
    assert log[first.token, b] == (1.0, "observed")
    assert log[first.token, c] == (0.0, "missing")
    assert {log[second.token, key] for key in second.items} == {(None, "not learnt")}
    third = service.recommend(now=11.5)
    log = by_item(service)
    assert {log[second.token, key] for key in second.items} == {(0.5, "missing")}
    assert {log[third.token, key] for key in third.items} == {(None, "not learnt")}
