"""The keys of TOML files: those of an experiment, and the parameters of all that it can name."""

import inspect
from collections.abc import Iterator, Mapping
from itertools import compress
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from matroidlab.parameters import Record
from matroidlab.registry import known
from matroidlab_experiments.configuration import experiment as configuration

from .markdown import code, entries, fenced, from_docstring, table
from .names import texts_below

WORDS = {
    "integer": "integer",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "object": "table",
}
MANY = {
    "integer": "integers",
    "number": "numbers",
    "text": "texts",
    "table": "tables",
    "list": "lists",
}


REQUIRED = "; required"


def experiment_keys() -> str:
    """Return the table of the keys of an experiment."""
    schema = configuration.Experiment.model_json_schema()
    required = schema["required"]
    rows = (
        [
            code(key),
            words(one) + _default(one, is_required=key in required),
            from_docstring(description(key)),
        ]
        for key, one in schema["properties"].items()
    )
    return table(["key", "type and default", "meaning"], rows)


def description(key: str) -> str:
    """Return what the experiment says of one of its keys."""
    return texts_below(configuration.__name__).get(("Experiment", key), "")


def _default(schema: Mapping[str, Any], *, is_required: bool) -> str:
    return REQUIRED if is_required else default_words(schema.get("default"))


def default_words(value: object) -> str:
    """Return how a default is told behind a type; what stands for none at all is not.

    >>> default_words(20), default_words(None), default_words({})
    ('; default `20`', '', '')
    """
    return "" if value in (None, "", {}) else f"; default {code(toml(value))}"


def words(schema: Mapping[str, Any]) -> str:
    """Return a JSON schema in words, with its bounds.

    >>> words({"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 2})
    'list of integers, each at least 1; at least 2 of them'
    """
    if "anyOf" in schema:
        return " or ".join(
            dict.fromkeys(words(one) for one in schema["anyOf"] if one.get("type") != "null")
        )
    if "enum" in schema:
        return " or ".join(code(f'"{one}"') for one in schema["enum"])
    if "const" in schema:
        return code(f'"{schema["const"]}"')
    if schema.get("type") == "array":
        return _list(schema)
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"table of {_several(words(schema['additionalProperties']))}"
    return ", ".join([WORDS.get(schema.get("type", ""), "anything"), *_bounds(schema)])


def _list(schema: Mapping[str, Any]) -> str:
    inner = schema.get("items") or {"type": "any"}
    if "prefixItems" in schema:
        return f"list of {len(schema['prefixItems'])} {_several(words(schema['prefixItems'][0]))}"
    told = f"list of {_several(words(inner))}" if schema.get("items") else "list"
    return f"{told}; at least {schema['minItems']} of them" if "minItems" in schema else told


def _several(one: str) -> str:
    kind, comma, bounds = one.partition(", ")
    first, space, rest = kind.partition(" ")
    return f"{MANY.get(first, first)}{space}{rest}" + (f", each {bounds}" if comma else "")


def _bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    if "minimum" in schema:
        yield f"at least {schema['minimum']}"
    if "pattern" in schema:
        yield f"as in {code(schema['pattern'])}"
    if "maxLength" in schema:
        yield f"at most {schema['maxLength']} characters"


def records(kind: str) -> str:
    """Return what can be named in a file of one kind of record, as in ``policies:policy``."""
    shelf, key = kind.split(":")
    found: Mapping[str, Record[object]] = getattr(known(), shelf)
    plugins = known().plugins
    return "\n\n".join(
        _record(one, key, plugins[one.kind, one.name].distribution) for one in found.values()
    )


def _record(record: Record[object], key: str, distribution: str) -> str:
    source = "" if distribution in ("", "matroidlab") else f" From the plugin {code(distribution)}."
    made = _made(record)
    shown = f" Builds {code(made)}." if made else ""
    rows = [_parameter(record, name) for name in record.types]
    pieces = [f"### {code(record.name)}", from_docstring(record.summary) + shown + source]
    pieces += (
        [_without_empty(["parameter", "type and default", "meaning"], rows)]
        if rows
        else ["It has no parameters."]
    )
    return "\n\n".join([*pieces, *_example(record, key)])


def _without_empty(heads: list[str], rows: list[list[str]]) -> str:
    """The table of the columns that say something."""
    told = [any(cells) for cells in zip(*rows, strict=True)]
    return table(compress(heads, told), (compress(row, told) for row in rows))


def _made(record: Record[object]) -> str:
    """The name of the class that a record builds."""
    build = inspect.unwrap(record.build)
    made = build if inspect.isclass(build) else inspect.signature(build).return_annotation
    return made.__name__ if inspect.isclass(made) else ""


def _parameter(record: Record[object], name: str) -> list[str]:
    default = _default_of(record, name)
    shown = REQUIRED if default is inspect.Parameter.empty else default_words(default)
    return [code(name), _type_words(record.types[name]) + shown, _meaning(record, name)]


def _default_of(record: Record[object], name: str) -> object:
    for one in _signatures(record):
        if name in one.parameters:
            return one.parameters[name].default
    return None


def _signatures(record: Record[object]) -> Iterator[inspect.Signature]:
    """Of what builds the thing, and of the class to which it hands on what it does not know itself."""
    yield inspect.signature(record.build)
    made = inspect.signature(inspect.unwrap(record.build)).return_annotation
    if inspect.isclass(made):
        yield inspect.signature(made)


def _meaning(record: Record[object], name: str) -> str:
    build = inspect.unwrap(record.build)
    made = build if inspect.isclass(build) else inspect.signature(build).return_annotation
    above = made.__mro__ if inspect.isclass(made) else ()
    told = (entries(inspect.cleandoc(one.__doc__ or "")).get(name) for one in (build, *above))
    return next((text for text in told if text), "")


def _type_words(kind: Any) -> str:
    if hasattr(kind, "several"):
        return "list of tables, each with a `family`" if kind.several else "table with a `family`"
    return words(TypeAdapter(kind, config=ConfigDict(arbitrary_types_allowed=True)).json_schema())


def _example(record: Record[object], key: str) -> Iterator[str]:
    if record.examples:
        example = record.examples[0]
        yield fenced(
            "toml",
            "\n".join(
                [f'{key} = "{record.name}"', *(f"{one} = {toml(example[one])}" for one in example)]
            ),
        )


def toml(value: object) -> str:
    """Return plain data as TOML has it.

    >>> toml({"family": "uniform", "blocks": [[0, 1], [2]], "open": True})
    '{ family = "uniform", blocks = [[0, 1], [2]], open = true }'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    return f"[{', '.join(map(toml, value))}]" if isinstance(value, list | tuple) else str(value)
