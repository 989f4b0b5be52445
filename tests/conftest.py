from hypothesis import HealthCheck, settings

# The laws draw many small matroids; what takes long is brute force, which no deadline should hurry.
settings.register_profile("laws", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("laws")
