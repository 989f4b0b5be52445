"""Operating a running service: orders, a holdback, guardrails, and figures."""
