"""The demo world: short clips of shapes that move, captions that say truly or falsely what they do,
and models that search them.

All of it follows from a seed. It serves the demo, the tests and the pictures in the README.
"""
