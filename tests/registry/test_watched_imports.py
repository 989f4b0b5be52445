"""A plugin that prints or hangs when it is imported does not spoil or block in silence."""

import logging
from time import sleep
from types import ModuleType

import pytest

from matroidlab.registry import faults
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
