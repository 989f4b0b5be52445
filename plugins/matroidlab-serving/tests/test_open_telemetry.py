"""The figures of a service in OpenTelemetry are those of its text for Prometheus."""

import sys
from typing import Any

import pytest

from matroidlab.errors import ServingError
from serving_support.served import small, teach


def sdk_or_skip(module: str) -> Any:
    return pytest.importorskip(module, reason="opentelemetry-sdk is missing")


def exported(reader: Any) -> dict[str, float]:
    """What the SDK exports, named as in the text format."""
    data = reader.get_metrics_data()
    return {
        metric.name + _labels(point.attributes): point.value
        for resource in data.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for point in metric.data.data_points
    }


def _labels(attributes: dict[str, str]) -> str:
    named = ",".join(f'{name}="{value}"' for name, value in attributes.items())
    return f"{{{named}}}" if named else ""


def in_text(text: str) -> dict[str, float]:
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#"]
    return {name: float(value) for name, value in lines}


def test_the_sdk_exports_what_prometheus_reads() -> None:
    sdk = sdk_or_skip("opentelemetry.sdk.metrics")
    reader = sdk_or_skip("opentelemetry.sdk.metrics.export").InMemoryMetricReader()
    provider = sdk.MeterProvider(metric_readers=[reader])
    service = small(holdback=0.3)
    service.offer_metrics(provider.get_meter("shop"))
    for rounds in (0, 20, 5):
        teach(service, rounds)
        # Reading figures takes a request itself, so the histogram is compared by its names alone.
        found, text = exported(reader), in_text(service.metrics())
        assert found.keys() == text.keys()
        others = [name for name in text if "request_seconds" not in name]
        assert {name: found[name] for name in others} == {name: text[name] for name in others}
    assert found["matroidlab_lists_total"] == 25
    provider.shutdown()


def test_all_figures_of_an_export_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sdk = sdk_or_skip("opentelemetry.sdk.metrics")
    reader = sdk_or_skip("opentelemetry.sdk.metrics.export").InMemoryMetricReader()
    service = small()
    calls: list[object] = []
    status = service.status

    def counted() -> Any:
        calls.append(None)
        return status()

    monkeypatch.setattr(service, "status", counted)
    service.offer_metrics(sdk.MeterProvider(metric_readers=[reader]).get_meter("shop"))
    calls.clear()
    for exports in (1, 2, 3):
        exported(reader)
        assert len(calls) == exports


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.metrics", None)
    with pytest.raises(ServingError, match=r"pip install 'matroidlab-serving\[opentelemetry\]'"):
        small().offer_metrics()
