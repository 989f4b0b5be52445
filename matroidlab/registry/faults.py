"""Faults of plugins: an error names its plugin, and so does a call that takes long."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from copy import copy
from functools import wraps
from threading import Timer
from typing import Any, TypeVar

from matroidlab.errors import MatroidLabError, PluginError, described
from matroidlab.parameters import Record, converted

REFUSALS = (MatroidLabError, ValueError, TypeError)
"""How `build` refuses parameters; any other error is a fault of the plugin."""

PATIENCE = 5.0
"""Seconds after which an import or a hook of a plugin is named in a warning."""

log = logging.getLogger(__name__)

Kind = TypeVar("Kind", bound=Record[object])


def blaming_plugin(record: Kind, plugin: object) -> Kind:
    """Return the record with a ``build`` that converts parameters and whose errors name the plugin.

    >>> from matroidlab.hookspecs import Family
    >>> blaming_plugin(Family("ring", lambda size: 1 / size), "'x'").build(size=0)
    Traceback (most recent call last):
    matroidlab.errors.PluginError: family 'ring' of plugin 'x': ZeroDivisionError: division by zero

    A `ValueError` or `TypeError` refuses parameters, and is raised as it is, with a note.
    """
    own: Callable[..., object] = record.build
    name = f"{record.kind} {record.name!r} of plugin {plugin}"

    @wraps(own, updated=())
    def build(*arguments: Any, **given: Any) -> object:
        parameters = {
            key: converted(record.types.get(key, object), value) for key, value in given.items()
        }
        try:
            return own(*arguments, **parameters)
        except (Exception, SystemExit) as error:
            if isinstance(error, PluginError) or not isinstance(error, REFUSALS):
                raise PluginError(f"{name}: {described(error)}") from error
            error.add_note(name)
            raise

    # `dataclasses.replace` would read the annotations of `build` again, from the wrapper.
    blaming = copy(record)
    object.__setattr__(blaming, "build", build)
    return blaming


@contextmanager
def watched(plugin: str, state: str) -> Iterator[None]:
    """Print to stderr what a plugin prints, and name the plugin while it takes long.

    Otherwise a plugin that prints when it is imported or asked for its records would spoil the
    output of ``--json``, and one that hangs would make every command hang without a word.
    """
    timer = Timer(PATIENCE, log.warning, ("plugin %s is still %s", plugin, state))
    timer.daemon = True
    timer.start()
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        timer.cancel()
