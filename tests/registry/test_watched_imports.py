"""A plugin that prints or hangs does not spoil what is printed, nor block in silence."""

import logging
from time import sleep
from types import ModuleType

import pytest

from matroidlab import Family, UniformMatroid, hookimpl
from matroidlab.registry import faults
from matroidlab.registry.offers import offers
from matroidlab.registry.plugins import Plugin, PluginManager


def test_what_a_plugin_prints_when_it_is_imported_goes_to_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def loud() -> ModuleType:
        print("hello")  # noqa: T201 - the fault of the plugin
        return ModuleType("loud")

    PluginManager().admit(Plugin("loud"), loud)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "hello\n"


def test_a_plugin_whose_import_takes_long_is_named_meanwhile(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(faults, "PATIENCE", 0.01)

    def slow() -> ModuleType:
        for _ in range(1000):
            if caplog.records:
                break
            sleep(0.01)
        return ModuleType("slow")

    with caplog.at_level(logging.WARNING):
        PluginManager().admit(Plugin("slow", "acme", "1.0"), slow)
    assert caplog.messages == ["plugin 'slow' of acme 1.0 is still being imported"]


def test_what_a_hook_prints_goes_to_stderr_and_a_slow_one_is_named(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(faults, "PATIENCE", 0.01)
    manager = PluginManager()

    class Loud:
        @hookimpl
        def matroidlab_families(self) -> list[Family]:
            print("hello")  # noqa: T201 - the fault of the plugin
            for _ in range(1000):
                if caplog.records:
                    break
                sleep(0.01)
            return [Family("loud", UniformMatroid)]

    manager.admit(Plugin("loud", "acme", "1.0"), Loud)
    with caplog.at_level(logging.WARNING):
        found = offers(manager)
    assert [offer.record.name for offer in found if offer.record] == ["loud"]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("hello\n")
    assert caplog.messages == ["plugin 'loud' of acme 1.0 is still listing what it offers"]
