import os

from hypothesis import HealthCheck, settings

# The laws draw many small matroids; what takes long is brute force, which no deadline should hurry. In CI the same
# examples are drawn every time: it is for changes to fail, not for luck.
settings.register_profile(
    "laws",
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("laws")
