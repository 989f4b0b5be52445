"""New plugins from a template: distributions that install and pass their tests as they are."""

from matroidlab.registry.scaffold.naming import PluginName
from matroidlab.registry.scaffold.writing import KINDS, NewPlugin, write_plugin

__all__ = ["KINDS", "NewPlugin", "PluginName", "write_plugin"]
