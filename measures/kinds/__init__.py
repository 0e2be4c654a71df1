"""The measures, one module each (with its near variants): whatever is in `KINDS` of a module here
can be asked for by its name, in commands, forms, the API and reports.

A new measure is a module here, a heading in docs/measures.md, and a slow twin in
tests/metrics/ranked.py. Gains play a part in nDCG alone; for the others whatever has a gain is
positive. Equations are those of Rodriguez et al. 2023 (FIRE) and Wray et al. 2021 (SVR), unless a
module says otherwise.
"""
