"""The settings of a service: plain data, checked once."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, cast, get_args

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.types import as_count, as_number
from matroidlab_serving.engine.certificate_settings import (
    Certificates,
    OnContradiction,
    as_budget,
    as_certificates,
    as_epoch_length,
    as_reaction,
)
from matroidlab_serving.engine.durations import as_retention, as_seconds
from matroidlab_serving.engine.features import (
    FeatureSettings,
    as_feature_settings,
    features_of_plain,
)
from matroidlab_serving.engine.keys import as_key
from matroidlab_serving.engine.revision import Rule, as_rule
from matroidlab_serving.engine.scale import Scale
from matroidlab_serving.operation.guardrails import Guardrail, as_guardrails

Dealing = Literal["shuffled", "independent"]
DeltaFor = Literal["segment", "all"]
PromiseFor = Literal["each", "average"]
Source = Literal["optimistic", "thompson", "list", "function"]
USUAL: Mapping[str, object] = {
    "certificates": "intervals",
    "certificates_expire": None,
    "on_contradiction": "warn",
    "revise": None,
    "retain": None,
    "features": None,
    "added_segments": 0,
    "budget": None,
    "line": None,
    "promise": "each",
}
"""Settings that plain data leaves out if they are these."""
MOST_SEGMENTS = 1_000_000


@dataclass(frozen=True)
class Settings:
    """The promise, how lists are made and dealt, and how answers are read."""

    delta: float
    delta_for: DeltaFor
    swap_size: int
    proposal: Source
    proposed: tuple[str, ...]
    """The keys of the list, where that is the proposal."""
    segments: tuple[str, ...]
    """Their names; a service without segments has one with the empty name."""
    scale: Scale
    window: float | None
    missing: float | None
    """The weight, in [0, 1], of items without a reported one when a window closes; None: they are
    not learnt."""
    dealing: Dealing
    include_trusted: bool
    """Whether every round has the trusted list too, so that a log can tell what it earns."""
    seed: int
    holdback: float = 0.0
    """The share of requests that get the baseline, so that both can be compared."""
    guardrails: tuple[Guardrail, ...] = ()
    certificates: Certificates = "intervals"
    certificates_expire: int | None = None
    """The number of lists of an epoch of a segment; None if certificates do not expire."""
    on_contradiction: OnContradiction = "warn"
    revise: Rule | None = None
    """The rule for weights that are reported more than once; None: the first counts."""
    retain: float | None = None
    """For how many seconds lists are kept; None: nothing is ever removed."""
    features: FeatureSettings | None = None
    """The features of visitors, by which items have linear models; None without any."""
    budget: float | None = None
    """The share of the baseline's clicks that trying items may cost; None for no limit."""
    line: bool | None = None
    """Whether newcomers wait in a line; None for a line where it is useful."""
    promise: PromiseFor = "each"  # segment, or about the average visitor
    added_segments: int = 0
    """How many of the segments were added since the service was made."""

    @property
    def first_segments(self) -> int:
        """The number of segments at first, which share delta if it is for all of them."""
        return len(self.segments) - self.added_segments

    @property
    def share(self) -> float:
        """The probability with which the promise to one segment may ever fail."""
        is_split = self.delta_for == "all" and self.promise == "each"
        return self.delta / self.first_segments if is_split else self.delta

    @property
    def share_of_bounds(self) -> float:
        """That for bounds of items; on average over visitors, the other half is for withdrawals."""
        return self.share / 2 if self.promise == "average" else self.share

    def plain(self) -> dict[str, object]:
        """Return the settings as plain data."""
        plain = asdict(self) | {"scale": list(self.scale)}
        is_usual = {name: name in USUAL and USUAL[name] == plain[name] for name in plain}
        return {name: value for name, value in plain.items() if not is_usual[name]}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Settings":
        """Return the settings that `plain` describes, checked like those of a user."""
        given = dict(plain)
        source = given.pop("proposal")
        proposed = given.pop("proposed")
        missing = given.pop("missing")
        segments = given.pop("segments")
        watched = {name: (margin, own) for name, margin, own in given.pop("guardrails", ())}
        named = None if segments == [""] else segments
        features = given.pop("features", None)
        settings = as_settings(
            **given, segments=named, proposal="thompson", missing=None, guardrails=watched
        )
        if source not in get_args(Source):
            raise ServingError(
                f"proposal must be one of {', '.join(get_args(Source))}, got {source!r:.80}"
            )
        if missing is not None:
            missing = as_number(missing, name="missing", least=0, most=1, error=ServingError)
        keys = tuple(as_key(key) for key in proposed)
        found = None if features is None else features_of_plain(features)
        return replace(settings, proposal=source, proposed=keys, missing=missing, features=found)


def as_settings(
    *,
    delta: float,
    delta_for: str,
    swap_size: int,
    proposal: object,
    segments: Iterable[str] | None,
    scale: object,
    window: float | None,
    missing: object,
    dealing: str,
    seed: int | None,
    include_trusted: bool = False,
    holdback: float = 0.0,
    guardrails: object = (),
    certificates: object = "intervals",
    certificates_expire: int | None = None,
    on_contradiction: object = "warn",
    revise: object = None,
    retain: object = None,
    features: int | None = None,
    norm: float | None = None,
    baseline_for: object = None,
    budget: float | None = None,
    line: bool | None = None,
    promise: str = "each",
) -> Settings:
    """Return the settings that the caller gives, or say what is wrong with them."""
    source, proposed = _as_source(proposal)
    ends = Scale.of(scale)
    held = as_number(holdback, name="holdback", least=0, most=0.9, error=ServingError)
    seconds = None if window is None else as_seconds(window, "window", above=0)
    return Settings(
        delta=as_number(delta, name="delta", above=0, most=1, error=ServingError),
        delta_for=cast("DeltaFor", _one_of(delta_for, DeltaFor, "delta_for")),
        swap_size=as_count(swap_size, name="swap_size", least=1, error=ServingError),
        proposal=source,
        proposed=proposed,
        segments=_as_segments(segments),
        scale=ends,
        window=seconds,
        missing=_as_missing(missing, ends),
        dealing=cast("Dealing", _one_of(dealing, Dealing, "dealing")),
        include_trusted=_as_flag(include_trusted, "include_trusted"),
        seed=_as_seed(seed),
        holdback=held,
        guardrails=as_guardrails(guardrails, ends, held),
        certificates=as_certificates(certificates),
        certificates_expire=as_epoch_length(certificates_expire, certificates),
        on_contradiction=as_reaction(on_contradiction),
        revise=as_rule(revise, seconds),
        retain=as_retention(retain, seconds),
        features=as_feature_settings(features, norm, baseline_for),
        budget=as_budget(budget),
        line=None if line is None else _as_flag(line, "line"),
        promise=cast("PromiseFor", _one_of(promise, PromiseFor, "promise")),
    )


def _as_missing(missing: object, scale: Scale) -> float | None:
    if missing is None:
        return None
    if isinstance(missing, str) and missing == "least":
        return 0.0
    return scale.inside(missing, "missing")


def _one_of(value: object, kind: object, name: str) -> str:
    if value not in get_args(kind):
        raise ServingError(
            f"{name} must be {' or '.join(map(repr, get_args(kind)))}, got {value!r:.80}"
        )
    return str(value)


def _as_source(proposal: object) -> tuple[Source, tuple[str, ...]]:
    if isinstance(proposal, str) and proposal in ("optimistic", "thompson"):
        return cast("Source", proposal), ()
    if callable(proposal):
        return "function", ()
    if isinstance(proposal, str) or not isinstance(proposal, Iterable):
        raise ServingError(
            "proposal must be 'optimistic', 'thompson', a list of keys or a function, got "
            f"{proposal!r:.80}"
        )
    return "list", tuple(as_key(key) for key in proposal)


def _as_segments(segments: Iterable[str] | None) -> tuple[str, ...]:
    if segments is None:
        return ("",)
    if isinstance(segments, str) or not isinstance(segments, Iterable):
        raise ServingError(f"segments must be a sequence of names, got {segments!r:.80}")
    names = tuple(as_key(name, "segment") for name in segments)
    if not names or len(set(names)) < len(names):
        raise ServingError(f"segments must be at least one name, all distinct, got {names!r:.200}")
    if len(names) > MOST_SEGMENTS:
        raise ServingError(f"segments must be at most {MOST_SEGMENTS:,} names, got {len(names):,}")
    return names


def _as_flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise ServingError(f"{name} must be True or False, got {value!r:.80}")
    return value


def _as_seed(seed: int | None) -> int:
    if seed is None:
        return int(cast("int", np.random.SeedSequence().entropy))
    return as_count(seed, name="seed", error=ServingError)
