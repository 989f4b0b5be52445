"""Objects in a session or a notebook: one informative line, a picture or a table."""

import inspect
import re
import sys
from importlib import import_module

import numpy as np
import pytest

from matroidlab import (
    IUCB,
    OMM,
    Bernoulli,
    Beta,
    Empirical,
    MatroidBase,
    OracleMatroid,
    PartitionMatroid,
    Policy,
    RankMatroid,
    Recommender,
    SafeThompson,
    Thompson,
    TruncatedGaussian,
    UniformMatroid,
    compare,
    orderability_report,
    simulate,
    strong_order_violation,
)
from matroidlab.bandits import ABSplit, ConservativeUCB, FixedBaseline, Interleaver, Stay
from matroidlab.simulation import Constraint
from matroidlab_atlas import NamedMatroid, draw, portrait, tutte_polynomial
from matroidlab_serving import Service, Top
from matroidlab_serving.adapters import CobaLearner, ListMAB
from support.one_line import check_line

MODULES = (
    "matroidlab",
    "matroidlab.bandits",
    "matroidlab.orderability",
    "matroidlab.rewards",
    "matroidlab.simulation",
    "matroidlab_atlas",
    "matroidlab_atlas.catalogue",
    "matroidlab_atlas.census",
    "matroidlab_atlas.exchange",
    "matroidlab_atlas.structure",
    "matroidlab_bench",
    "matroidlab_clicks",
    "matroidlab_evaluation",
    "matroidlab_experiments",
    "matroidlab_gammoid",
    "matroidlab_laminar",
    "matroidlab_linear",
    "matroidlab_serving",
    "matroidlab_serving.adapters",
)
MADE_BY_SUBCLASSES = {"Delegated", "ListService", "MatroidBase"}
TEN = UniformMatroid(size=30, rank=10)
BASELINE = range(10, 20)
REWARDS = Bernoulli(np.linspace(0.8, 0.2, 30))


def public_classes() -> list[type]:
    """Return the public classes that people make objects of."""
    found = [
        getattr(import_module(module), name)
        for module in MODULES
        for name in import_module(module).__all__
    ]
    return [
        one
        for one in found
        if inspect.isclass(one)
        and not getattr(one, "_is_protocol", False)
        and one.__name__ not in MADE_BY_SUBCLASSES
    ]


def test_no_public_class_shows_its_address() -> None:
    classes = public_classes()
    assert len(classes) > 80
    plain: object = object.__repr__
    assert [one for one in classes if one.__repr__ is plain] == []


def objects() -> list[object]:
    """Return an object of each class whose repr is written by hand, with something learnt."""
    safe = SafeThompson(TEN, BASELINE, seed=1)
    simulate(safe, REWARDS, steps=300, seed=1)
    lanes = IUCB(TEN, BASELINE, horizon=1000, lanes=3)
    service = Service(Top(2), ["a", "b", "c"], ["a", "b"], seed=1)
    found = compare({"safe": safe}, REWARDS, steps=50)
    return [
        safe,
        safe.estimates,
        lanes,
        OMM(TEN),
        Thompson(TEN, seed=1),
        ABSplit(TEN, BASELINE, alpha=0.1, seed=1),
        ConservativeUCB(TEN, BASELINE, alpha=0.1, horizon=100),
        FixedBaseline(TEN, BASELINE, delta=0.1),
        Stay(TEN, BASELINE),
        Recommender(SafeThompson(TEN, BASELINE, seed=1)),
        Interleaver(TEN, swap_size=2),
        Constraint(TEN, REWARDS.means, BASELINE),
        found["safe"],
        orderability_report(NamedMatroid("fano")),
        draw(NamedMatroid("fano")),
        strong_order_violation(NamedMatroid("fano")),
        tutte_polynomial(NamedMatroid("fano")),
        portrait(NamedMatroid("fano")),
        OracleMatroid(4, lambda items: len(items) <= 2),
        RankMatroid(4, lambda items: min(len(items), 2)),
        service,
        service.recommend(),
        service.recommend().certificate,
        ListMAB(Top(2), ["a", "b", "c"], ["a", "b"], seed=1),
        CobaLearner(Top(2), ["a", "b", "c"], ["a", "b"], seed=1),
        REWARDS,
        Beta([0.2, 0.3]),
        TruncatedGaussian([0.2, 0.3]),
        Empirical(np.eye(60)),
    ]


@pytest.mark.parametrize("shown", objects(), ids=lambda shown: type(shown).__name__)
def test_a_repr_is_one_line_with_neither_an_address_nor_arrays(shown: object) -> None:
    check_line(shown)


def test_a_policy_says_what_it_has_learnt() -> None:
    policy = SafeThompson(TEN, BASELINE, seed=1)
    simulate(policy, REWARDS, steps=5000, seed=1)
    new = np.sum(~np.isin(policy.trusted(), BASELINE))
    assert new > 1
    assert repr(policy) == (
        "SafeThompson(UniformMatroid(size=30, rank=10), delta=0.01, m=1; "
        f"5,000 lists learnt, {new} of 10 trusted items are new)"
    )


def test_reading_a_repr_changes_no_decision() -> None:
    watched = SafeThompson(TEN, BASELINE, seed=1)
    alone = SafeThompson(TEN, BASELINE, seed=1)
    for _ in range(20):
        repr(watched)
        actions = watched.plan()
        assert np.array_equal(actions, alone.plan())
        weights = np.where(actions >= 0, (actions % 3 == 0).astype(float), 0.0)
        watched.learn(actions, weights)
        alone.learn(actions, weights)


def test_a_large_matroid_is_described_by_its_size() -> None:
    blocks = np.split(np.arange(60), 20)
    policy = OMM(PartitionMatroid([block.tolist() for block in blocks]))
    assert repr(policy).startswith("OMM(PartitionMatroid with 60 items, rank 20, ")


def test_a_trace_counts_its_bad_lists() -> None:
    trace = simulate(OMM(TEN, lanes=4), REWARDS, steps=200, seed=1, baseline=BASELINE)
    mean = trace.violations[:, -1].mean()
    assert f"{mean:.1f} ± " in repr(trace)
    assert repr(trace).startswith("Trace(4 runs x 200 lists; regret ")
    assert f"{mean:.1f} ± " in trace._repr_html_()


def test_a_comparison_counts_by_one_swap_size_and_the_first_baseline() -> None:
    policies: dict[str, Policy] = {
        "fixed": Stay(TEN, BASELINE, lanes=2),
        "<careless>": OMM(TEN, lanes=2),
    }
    found = compare(policies, REWARDS, steps=300, seed=3)
    alone = simulate(
        OMM(TEN, lanes=2), REWARDS, steps=300, seed=3, baseline=BASELINE, checkpoints=50
    )
    assert np.array_equal(found["<careless>"].violations, alone.violations)
    assert repr(found).splitlines()[0] == "Comparison of 2 policies after 300 lists"
    assert "&lt;careless&gt;" in found._repr_html_()


def test_plots_have_a_curve_for_each_policy_readable_without_colours() -> None:
    pytest.importorskip("matplotlib")
    policies = {name: OMM(TEN, lanes=2) for name in ("one", "two", "three")}
    figure = compare(policies, REWARDS, steps=100, baseline=BASELINE).plot()
    regret, bad = figure.axes
    assert [line.get_label() for line in regret.lines] == ["one", "two", "three"]
    assert len({(line.get_marker(), str(line.get_linestyle())) for line in bad.lines}) == 3
    assert len(regret.collections) == 3  # the bands of the standard errors
    assert "<svg" in figure._repr_svg_()  # type: ignore[attr-defined]
    (alone,) = simulate(OMM(TEN), REWARDS, steps=100, seed=1).plot().axes
    assert alone.get_title(loc="left") == "regret"


def test_without_matplotlib_the_error_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from matroidlab.simulation import plots

    plots._figure_class.cache_clear()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    trace = simulate(OMM(TEN), REWARDS, steps=10, seed=1)
    with pytest.raises(ImportError, match=r"^plots need matplotlib: pip install matplotlib$"):
        trace.plot()


@pytest.mark.parametrize(
    "matroid",
    [NamedMatroid("fano"), NamedMatroid("k4"), NamedMatroid("vamos"), UniformMatroid(8, 4)],
    ids=repr,
)
def test_a_notebook_shows_the_picture_of_a_small_matroid(matroid: MatroidBase) -> None:
    picture = matroid._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")


def test_a_notebook_shows_no_picture_that_would_take_long() -> None:
    assert UniformMatroid(10_000, 5)._repr_svg_() is None
    assert NamedMatroid("s8")._repr_svg_() is None


def test_cubes_differ_visibly() -> None:
    cubes = ("ag32", "ag32-relaxed", "r8", "f8", "q8", "l8")
    shapes = [
        re.sub(r"<(title|desc).*?</\1>", "", draw(NamedMatroid(c))._repr_svg_()) for c in cubes
    ]
    bare = [re.sub(r'id="[^"]*"|aria-labelledby="[^"]*"', "", shape) for shape in shapes]
    assert len(set(bare)) == len(cubes)
    assert "not a plane, shaded: 0 1 6 7" in bare[4]
    assert "a plane, dashed: 0 3 5 6, 1 2 4 7" in bare[0]
    assert "plane" not in bare[2]
