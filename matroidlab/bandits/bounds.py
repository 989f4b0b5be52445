"""The old place of `matroidlab.bandits.regret_bounds`, for one version."""

from matroidlab.bandits.regret_bounds import *  # noqa: F403
