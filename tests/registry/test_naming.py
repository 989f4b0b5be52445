"""What a plugin may be called."""

import pytest

from matroidlab.errors import NewPluginError
from matroidlab.registry.scaffold import PluginName


@pytest.mark.parametrize(
    ("given", "module", "title"),
    [
        ("laminar2", "matroidlab_laminar2", "Laminar2"),
        ("red-black-3", "matroidlab_red_black_3", "RedBlack3"),
        ("class", "matroidlab_class", "Class"),
        ("x", "matroidlab_x", "X"),
    ],
)
def test_a_name_has_its_forms_with_or_without_the_prefix(
    given: str, module: str, title: str
) -> None:
    for name in (PluginName(given), PluginName(f"matroidlab-{given}")):
        assert (name.plain, name.distribution) == (given, f"matroidlab-{given}")
        assert (name.module, name.title) == (module, title)
        assert name.module.isidentifier()
        assert name.title.isidentifier()


WRONG = [
    "",
    "matroidlab-",
    "Red",
    "red_black",
    "2red",
    "-red",
    "red-",
    "red--black",
    "r b",
    "../red",
    "röt",
    "red\n",
]


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_name_is_shown_with_what_would_do(name: str) -> None:
    with pytest.raises(NewPluginError) as caught:
        PluginName(name)
    assert str(caught.value).endswith(f"joined by single hyphens, as in red-black, got {name!r}")


def test_a_name_has_at_most_18_characters() -> None:
    assert PluginName("n" * 18).plain == "n" * 18
    with pytest.raises(NewPluginError, match="at most 18 characters, got 19: 'nnn"):
        PluginName("matroidlab-" + "n" * 19)
