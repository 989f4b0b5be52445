"""Figures of a service in the text format of Prometheus."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

Labels = Mapping[str, str]


class Sample(NamedTuple):
    """One value of a metric, with its labels."""

    labels: Labels
    value: float
    suffix: str = ""


class Metric(NamedTuple):
    """A metric: its name, its kind, a sentence, and its values."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str
    samples: list[Sample]


COUNTERS = {
    "lists": "Lists that were shown.",
    "answers": "Lists with at least one answer.",
    "learnt": "Lists that were learnt.",
    "expired": "Lists that were forgotten without being learnt.",
    "proposal_faults": "Failures of the function that proposes items, since the start.",
    "page_faults": "Failures of the matroid of the page, since the start.",
    "clock_jumps": "Times that were not believed, since the start.",
}
GAUGES = {
    "outstanding": "Lists that wait for an answer, or for their window to close.",
    "items": "Items that may be shown.",
    "contradictions": "Items whose observations contradict the promise's assumptions.",
    "dealt_ahead": "Lists that are planned and not shown yet.",
    "waiting_to_learn": "Lists that are answered and not learnt yet.",
    "seconds_behind": "Age of the oldest list that is answered and not learnt yet.",
    "planners": "Planners that are alive.",
    "last_plan": "Time of the last plan, in seconds since 1970.",
    "seconds_of_last_plan": "Duration of the last plan.",
    "new_trusted_items": "Items of all trusted lists that are not in the baseline.",
}


SECONDS = "request_seconds"
IN_WORDS = "Duration of requests in this process, with the time that they waited."


def metrics_of(status: Mapping[str, Any], more: Iterable[Metric] = ()) -> list[Metric]:
    """Return the metrics that a status has, and others."""
    found = [
        Metric(f"matroidlab_{name}_total", "counter", text, [Sample({}, float(status[name]))])
        for name, text in COUNTERS.items()
        if status.get(name) is not None
    ]
    found += [
        Metric(f"matroidlab_{name}", "gauge", text, [Sample({}, float(status[name]))])
        for name, text in GAUGES.items()
        if status.get(name) is not None
    ]
    return [*found, *_of_control(status["control"]), *_of_uplift(status.get("uplift")), *more]


def _of_control(control: Mapping[str, Any]) -> list[Metric]:
    share = 0.0 if control["is_fallback"] else float(control["share"])
    values = {
        "exploring_share": ("The share of requests that explore.", share),
        "is_fallback": ("Whether all visitors get the baseline.", float(control["is_fallback"])),
        "is_frozen": ("Whether nothing is learnt.", float(control["is_frozen"])),
    }
    return [
        Metric(f"matroidlab_{name}", "gauge", text, [Sample({}, value)])
        for name, (text, value) in values.items()
    ]


def _of_uplift(uplift: Mapping[str, Any] | None) -> list[Metric]:
    if uplift is None:
        return []
    ends = [Sample({"end": end}, float(uplift[end])) for end in ("low", "high")]
    p_value = float(uplift["sample_ratio"]["p_value"])
    text = "p-value of the sizes of the groups, valid at any time."
    return [
        Metric("matroidlab_uplift", "gauge", "Interval of the uplift per list.", ends),
        Metric("matroidlab_sample_ratio_p_value", "gauge", text, [Sample({}, p_value)]),
    ]


def by_label(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a gauge with a value for each label."""
    samples = [Sample({label: key}, float(value)) for key, value in values.items()]
    return Metric(f"matroidlab_{name}", "gauge", text, samples)


def lists_by_origin(counts: Mapping[str, int]) -> Metric:
    """Return how many lists of each kind this process has shown."""
    samples = [Sample({"origin": origin}, float(count)) for origin, count in counts.items()]
    text = "Lists that this process has shown, by the reason why."
    return Metric("matroidlab_lists_by_origin_total", "counter", text, samples)


def histogram(
    name: str, text: str, bounds: Iterable[float], counts: list[int], total: float
) -> Metric:
    """Return a histogram; ``counts`` has one more entry than there are bounds."""
    samples = []
    so_far = 0
    for bound, count in zip([*map(repr, bounds), "+Inf"], counts, strict=True):
        so_far += count
        samples.append(Sample({"le": bound}, float(so_far), "_bucket"))
    samples += [Sample({}, total, "_sum"), Sample({}, float(so_far), "_count")]
    return Metric(f"matroidlab_{name}", "histogram", text, samples)


def to_text(metrics: Iterable[Metric]) -> str:
    r"""Return metrics in the text format of Prometheus.

    >>> print(to_text([Metric("m", "gauge", "A gauge.", [Sample({"of": 'a"b'}, 1.5)])]), end="")
    # HELP m A gauge.
    # TYPE m gauge
    m{of="a\"b"} 1.5
    """
    lines: list[str] = []
    for one in metrics:
        lines += [f"# HELP {one.name} {one.help}", f"# TYPE {one.name} {one.kind}"]
        lines += [
            f"{one.name}{sample.suffix}{_labels(sample.labels)} {sample.value!r}"
            for sample in one.samples
        ]
    return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    named = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{named}}}" if named else ""


def _escaped(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return escaped.encode("utf-8", "replace").decode("utf-8")
