"""The report: one HTML page with pictures and tables of results."""
