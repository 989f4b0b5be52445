import re
from dataclasses import dataclass

from matroidlab.errors import NewPluginError

PREFIX = "matroidlab-"
LONGEST = 18
"""With a longer name, lines of the template would be past 100 characters."""


@dataclass(frozen=True)
class PluginName:
    """The name of a new plugin, in all the forms that a distribution needs.

    >>> name = PluginName("matroidlab-red-black")
    >>> name.plain, name.distribution, name.module, name.title
    ('red-black', 'matroidlab-red-black', 'matroidlab_red_black', 'RedBlack')
    """

    plain: str

    def __post_init__(self) -> None:
        plain = self.plain.removeprefix(PREFIX)
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", plain):
            raise NewPluginError(
                f"a plugin's name must be lower-case letters and digits in words joined by single "
                f"hyphens, as in red-black, got {self.plain!r}"
            )
        if len(plain) > LONGEST:
            raise NewPluginError(
                f"a plugin's name must have at most {LONGEST} characters, "
                f"got {len(plain)}: {plain!r}"
            )
        object.__setattr__(self, "plain", plain)

    @property
    def distribution(self) -> str:
        """The name of the distribution, and of its folder."""
        return PREFIX + self.plain

    @property
    def module(self) -> str:
        """The name of the package, which cannot be a keyword of Python."""
        return self.distribution.replace("-", "_")

    @property
    def title(self) -> str:
        """The beginning of the names of its classes."""
        return "".join(word.capitalize() for word in self.plain.split("-"))
