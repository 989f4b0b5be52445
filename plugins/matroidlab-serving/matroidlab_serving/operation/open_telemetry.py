"""The figures of a service as instruments of OpenTelemetry."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from threading import Lock
from typing import Any

from matroidlab.errors import ServingError
from matroidlab_serving.operation.metrics import COUNTERS, GAUGES, Metric, Sample

HOW_TO_INSTALL = (
    "OpenTelemetry needs opentelemetry-api, which is not installed: pip install "
    "'matroidlab-serving[opentelemetry]'"
)
Figures = Callable[[], Iterable[Metric]]


class FiguresOfOneExport:
    """Reads all figures once for each export, although every instrument asks by itself."""

    def __init__(self, read: Figures) -> None:
        self._read = read
        self._lock = Lock()
        self._left: dict[str, list[Sample]] = {}
        self._asked: set[str] = set()

    def samples(self, name: str) -> list[Sample]:
        """Return the samples of an instrument; who asks twice has begun another export."""
        with self._lock:
            if name in self._asked or not self._asked:
                found = list(self._read())
                self._asked.clear()
                self._left = {}
                for metric in found:
                    for sample in metric.samples:
                        self._left.setdefault(metric.name + sample.suffix, []).append(sample)
            self._asked.add(name)
            return self._left.get(name, [])


def offer_figures(read: Figures, meter: Any = None) -> None:
    """Let a meter, by default one of the program's own provider, read figures at each export.

    OpenTelemetry has no histogram that is read, so the buckets, the sum and the count of one are
    counters, as in the text format of Prometheus.
    """
    try:
        api = import_module("opentelemetry.metrics")
    except ModuleNotFoundError:
        raise ServingError(HOW_TO_INSTALL) from None
    meter = api.get_meter("matroidlab_serving") if meter is None else meter
    figures = FiguresOfOneExport(read)
    for name, (kind, text) in _instruments(read()).items():
        is_gauge = kind == "gauge"
        make = meter.create_observable_gauge if is_gauge else meter.create_observable_counter
        make(name, callbacks=[_reading(figures, name, api.Observation)], description=text)


def _instruments(now: Iterable[Metric]) -> dict[str, tuple[str, str]]:
    """Return the kind and the sentence of each instrument, also of figures without a value yet."""
    known = {f"matroidlab_{name}_total": ("counter", text) for name, text in COUNTERS.items()}
    known |= {f"matroidlab_{name}": ("gauge", text) for name, text in GAUGES.items()}
    for metric in now:
        suffixes = ("_bucket", "_sum", "_count") if metric.kind == "histogram" else ("",)
        known |= {metric.name + suffix: (metric.kind, metric.help) for suffix in suffixes}
    return known


def _reading(
    figures: FiguresOfOneExport, name: str, observation: Callable[..., Any]
) -> Callable[[object], Iterator[Any]]:
    def read(_options: object) -> Iterator[Any]:
        for sample in figures.samples(name):
            yield observation(sample.value, dict(sample.labels))

    return read
