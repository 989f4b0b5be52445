"""How the laws draw examples; imported by the conftest files of the core and of the plugins."""

import os
import signal

from hypothesis import HealthCheck, Phase, settings

# The laws draw many small matroids and judge them by brute force, which has no deadline. In CI the
# same examples are drawn every time, so that only changes can fail. EXAMPLES=10 is a quick run that
# finds failures without shrinking them.
settings.register_profile(
    "laws",
    max_examples=int(os.environ.get("EXAMPLES", "30")),
    phases=[Phase.explicit, Phase.generate] if "EXAMPLES" in os.environ else tuple(Phase),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("laws")

if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # as a shell starts what it runs in the background
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # tests interrupt programs that they start
