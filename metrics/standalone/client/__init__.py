"""A thin client of the API, for notebooks: its methods are made from the server's own document.

From the standard library alone; the wheel has it as `truepool.Client` (docs/api.md, From Python).
"""
