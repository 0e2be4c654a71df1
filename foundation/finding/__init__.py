"""What is found, described once: the mirror of `foundation/asking`.

A frozen dataclass that inherits `Found` describes each of its fields by `found`, with the sentence
that explains it. Its JSON and its part of the API's document come from there:

    @frozen
    class ScoredAt(Found):
        \"""A run's C@K by original positives.\"""

        run: str = found("The run's name.")
        value: float | None = found("The score.")
        n: int = found("Captions with a value.", key="captions")
        why: str = found("Why there is no value.", or_none=True, default="")
        values: Values = unshown()  # in none of them
        ties = always(TIES, "How ties in rankings are broken.")

        @property
        @derived("The score in a sentence.")
        def sentence(self) -> str: ...

        unlike = computed(int, lambda one: one.n - one.same, "Captions with another value.")

`as_json` has all that is described in the order in which the class lists it, under its name or its
`key`: other dataclasses by their own `as_json`, tuples as lists, enums by their values, numbers of
NumPy as Python's, days and times as they are (the API's encoder writes them), and what JSON has no
kind for (a measure) by its `str`. `parts` spreads one field over several keys, and `key=SPREAD`
puts what it has among those of the class (fields.py).

What a package below knows nothing of this one has found is described where it is shown:
`describe(Accuracy, "Accuracy", right="", n="", interval="Wilson's, of 95 %.")`.

The API has `class ScoredSerializer(FoundSerializer): finds = ScoredAt` or `serializer_of(ScoredAt)`
(schema.py): types, choices, what may be null and help are the dataclass's, a dataclass within it is
a component of its own name (`class Finding(Found, called="DoctorFinding")` for another), and fields
that the serializer declares itself come after. Its `data` is `as_json` with these.
"""
