"""Who offers what: plugins of every kind, in good order."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from matroidlab import (
    Family,
    Matroid,
    PolicyFamily,
    Problem,
    ProblemFamily,
    QuestionFamily,
    RewardFamily,
    UniformMatroid,
    hookimpl,
)
from matroidlab.errors import MatroidLabError, PluginError
from matroidlab.registry import (
    BUILTINS,
    HOOKS,
    Plugin,
    PluginManager,
    families,
    offers,
    plugin_manager,
    policies,
    problems,
    reward_models,
)
from matroidlab.types import Actions, Elements, Weights
from support.distributions import ONE_FAMILY, write_distribution

SOURCE = Plugin("everything", "everything-and-more", "2.0")


@dataclass(frozen=True)
class AlwaysOne:
    """Every item is worth 1."""

    size: int

    @property
    def means(self) -> Weights:
        return np.ones(self.size)

    def draw(self, actions: Actions, _rng: np.random.Generator, /) -> Weights:
        return np.ones(actions.shape)


@dataclass(frozen=True)
class Repeat:
    """Shows the first basis for ever."""

    matroid: Matroid
    lanes: int = 1

    def plan(self) -> Actions:
        first: Elements = self.matroid.greedy(np.arange(self.matroid.size))
        return np.tile(first, (self.lanes, 1, 1))

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """It learns nothing."""


def pick(size: int) -> Problem:
    """Pick one of ``size`` items."""
    return Problem(UniformMatroid(size, 1), AlwaysOne(size), np.array([0]))


def repeat(problem: Problem, *, lanes: int, patience: int = 3) -> Repeat:
    """Show the first basis for ever, with patience."""
    assert patience
    return Repeat(problem.matroid, lanes)


class Everything:
    """A plugin as an object: its methods implement hooks as a module's functions would."""

    @hookimpl
    def matroidlab_families(self) -> Iterable[Family]:
        return [Family("pairs", UniformMatroid, examples=({"size": 2, "rank": 2},))]

    @hookimpl
    def matroidlab_reward_models(self) -> Iterator[RewardFamily]:
        yield RewardFamily("always-one", AlwaysOne)

    @hookimpl
    def matroidlab_policies(self) -> tuple[PolicyFamily, ...]:
        return (PolicyFamily("repeat", repeat),)

    @hookimpl(specname="matroidlab_problems")
    def several_problems(self) -> list[ProblemFamily]:
        return [ProblemFamily("pick", pick), ProblemFamily("choose", pick)]


@pytest.fixture
def manager() -> PluginManager:
    manager = plugin_manager()
    manager.admit(SOURCE, Everything)
    return manager


def test_every_hook_of_a_plugin_is_heard(manager: PluginManager) -> None:
    assert {
        offer.record.name for offer in offers(manager) if offer.plugin == SOURCE and offer.record
    } == {
        "pairs",
        "always-one",
        "repeat",
        "pick",
        "choose",
    }
    assert families(manager)["pairs"].build(size=2, rank=1) == UniformMatroid(2, 1)
    assert reward_models(manager)["always-one"].required == ("size",)
    problem = problems(manager)["choose"].build(size=4)
    assert problem.rewards == AlwaysOne(4)
    policy = policies(manager)["repeat"]
    assert (policy.types, policy.context) == ({"patience": int}, ("lanes",))
    rng = np.random.default_rng(0)
    played = policy.play(problem, horizon=10, lanes=2, rng=rng, parameters={"patience": 1})
    assert played == Repeat(problem.matroid, lanes=2)
    assert manager.faults == []


def test_the_same_name_may_be_that_of_a_family_and_of_a_problem(manager: PluginManager) -> None:
    class Homonym:
        @hookimpl
        def matroidlab_problems(self) -> Iterable[ProblemFamily]:
            return [ProblemFamily("uniform", pick)]

    manager.admit(Plugin("homonym"), Homonym)
    assert problems(manager)["uniform"].build(size=4).matroid == UniformMatroid(4, 1)
    assert families(manager)["uniform"].build(size=4, rank=2) == UniformMatroid(4, 2)


def test_the_built_ins_are_plugins_like_any_other() -> None:
    manager = plugin_manager()
    for name in BUILTINS:
        assert manager.get_hookcallers(sys.modules[name])
    assert all(hasattr(manager.hook, hook) for hook in HOOKS)


def test_there_is_no_global_manager(manager: PluginManager) -> None:
    assert "pairs" in families(manager)
    assert "pairs" not in families()
    assert "pairs" not in families(plugin_manager())


def test_an_installed_distribution_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_distribution(tmp_path, "found-plugin", ONE_FAMILY.format(name="found"), entry="found")
    monkeypatch.syspath_prepend(tmp_path)
    (offer,) = [offer for offer in offers() if offer.record and offer.record.name == "found"]
    assert offer.plugin == Plugin("found", "found-plugin", "1.0")


def test_the_mappings_are_read_only_and_suggest_the_nearest_name() -> None:
    known = families()
    assert isinstance(known, Mapping)
    assert not hasattr(known, "__setitem__")
    assert list(known) == [name for name in known if known[name].name == name]
    with pytest.raises(
        KeyError, match=r"there is no family 'unifrom'; did you mean 'uniform'\?"
    ) as caught:
        known["unifrom"]
    assert isinstance(caught.value, MatroidLabError)
    with pytest.raises(KeyError, match=r"there is no family 'xyz'; known: .*contraction, "):
        known["xyz"]
    assert "xyz" not in known


def test_one_plugin_under_two_names_is_registered_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_distribution(tmp_path, "known-twice", ONE_FAMILY.format(name="twice"), entry="twice")
    monkeypatch.syspath_prepend(tmp_path)
    manager = plugin_manager(["known_twice", "matroidlab.families.uniform"])
    assert manager.faults == []
    assert [
        offer.plugin.name
        for offer in offers(manager)
        if offer.record and offer.record.name == "twice"
    ] == ["twice"]


def test_of_two_plugins_with_one_name_the_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("second-namesake", "first-namesake"):
        write_distribution(tmp_path, name, ONE_FAMILY.format(name=name), entry="namesake")
    monkeypatch.syspath_prepend(tmp_path)
    manager = plugin_manager()
    known = offers(manager)
    assert "first-namesake" in {offer.record.name for offer in known if offer.record}
    (error,) = [str(offer.error) for offer in known if offer.error]
    assert error.startswith("plugin 'namesake' of second-namesake 1.0 is broken: ")
    assert error.endswith("the plugin name 'namesake' is taken by 'namesake' of first-namesake 1.0")


def test_a_distribution_without_metadata_is_named_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_distribution(tmp_path, "half-removed", "")
    (tmp_path / "half_removed.py").unlink()
    (tmp_path / "half_removed-1.0.dist-info" / "METADATA").unlink()
    monkeypatch.syspath_prepend(tmp_path)
    (fault,) = plugin_manager().faults
    assert str(fault.error) == (
        "plugin 'half-removed' of ? ? is broken: "
        "ModuleNotFoundError: No module named 'half_removed'"
    )


def test_a_broken_plugin_leaves_no_trace_in_the_manager(manager: PluginManager) -> None:
    class Clashing:
        @hookimpl
        def matroidlab_families(self) -> Iterable[Family]:
            return [Family("free", UniformMatroid), Family("pairs", UniformMatroid)]

    manager.admit(Plugin("clashing"), Clashing)
    first = offers(manager)
    assert isinstance(first[-1].error, PluginError)
    assert str(first[-1].error).startswith(
        "plugin 'clashing' is broken: the family name 'pairs' is taken by 'everything'"
    )
    assert not manager.has_plugin("clashing")
    assert "free" not in {offer.record.name for offer in first if offer.record}
    assert [(offer.plugin, offer.record and offer.record.name) for offer in offers(manager)] == [
        (offer.plugin, offer.record and offer.record.name) for offer in first
    ]


class PlainlyBuilt:
    """A class that is no dataclass."""

    def __init__(self, size: int, name: str = "") -> None:
        self.size, self.name = size, name


def test_the_parameters_of_a_plain_class_are_those_of_its_init_and_are_checked() -> None:
    record = QuestionFamily("plain", PlainlyBuilt)  # type: ignore[arg-type]  # it asks nothing
    assert record.types == {"size": int, "name": str}
    assert list(record.faults({"size": "five"})) == ["size: must be a whole number, got 'five'"]
