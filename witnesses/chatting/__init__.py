"""How a question on a pair is put to a model, and how its answer is read."""
