import json
from collections.abc import Iterator, Mapping
from math import isinf, isnan

from matroidlab_experiments.configuration.experiment import Experiment


def configuration_text(experiment: Experiment) -> str:
    """Return an experiment as the TOML file that it could have been read from; what is left at its default too."""
    return toml_text(experiment.model_dump(exclude_none=True))


def toml_text(table: Mapping[str, object]) -> str:
    """Return a table as TOML: plain values first, then tables, then lists of tables.

    >>> print(toml_text({"horizon": 100, "policies": [{"policy": "omm"}], "problem": {"name": "scaling", "rank": 2}}))
    horizon = 100
    <BLANKLINE>
    [problem]
    name = "scaling"
    rank = 2
    <BLANKLINE>
    [[policies]]
    policy = "omm"
    """
    return "\n".join(_lines(table))


def _lines(table: Mapping[str, object]) -> Iterator[str]:
    tables = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in table.items() if _is_list_of_tables(value)}
    yield from _pairs({key: value for key, value in table.items() if key not in tables and key not in lists})
    for key, value in tables.items():
        if value:
            yield from ("", f"[{_key(key)}]", *_pairs(value))
    for key, items in lists.items():
        assert isinstance(items, list)
        for item in items:
            yield from ("", f"[[{_key(key)}]]", *_pairs(item))


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _pairs(table: Mapping[str, object]) -> Iterator[str]:
    return (f"{_key(key)} = {_value(value)}" for key, value in table.items())


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _string(key)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(_pairs(value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and (isnan(value) or isinf(value)):
        return str(value)
    return _string(value) if isinstance(value, str) else str(value)


def _string(text: str) -> str:
    # JSON's strings are TOML's, but for one control character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
