import re
from dataclasses import dataclass

from matroidlab.errors import NewPluginError

PREFIX = "matroidlab-"
LONGEST = 28
"""With a longer name, lines of the template would be past 120 characters."""


@dataclass(frozen=True)
class PluginName:
    """What a new plugin is called, in all the forms that a distribution needs.

    >>> name = PluginName("matroidlab-red-black")
    >>> name.plain, name.distribution, name.module, name.title
    ('red-black', 'matroidlab-red-black', 'matroidlab_red_black', 'RedBlack')
    """

    plain: str

    def __post_init__(self) -> None:
        plain = self.plain.removeprefix(PREFIX)
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", plain):
            raise NewPluginError(
                f"a plugin's name must be lower-case letters and digits in words joined by single hyphens, "
                f"as in red-black, got {self.plain!r}"
            )
        if len(plain) > LONGEST:
            raise NewPluginError(
                f"a plugin's name must have at most {LONGEST} characters, got {len(plain)}: {plain!r}"
            )
        object.__setattr__(self, "plain", plain)

    @property
    def distribution(self) -> str:
        """What pip installs, and the folder that it is in."""
        return PREFIX + self.plain

    @property
    def module(self) -> str:
        """What Python imports; no keyword of Python, for it begins with matroidlab_."""
        return self.distribution.replace("-", "_")

    @property
    def title(self) -> str:
        """How its classes begin."""
        return "".join(word.capitalize() for word in self.plain.split("-"))
