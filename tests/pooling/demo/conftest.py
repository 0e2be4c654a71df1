"""The demo world, made once; it is never changed."""

from dataclasses import replace

import pytest

from pooling.demo.world import World, make_world


@pytest.fixture(scope="session")
def world() -> World:
    return make_world()


@pytest.fixture(scope="session")
def small_world(world) -> World:
    """Its first three clips and what is said of them: enough for files."""
    captions = tuple(caption for caption in world.captions if caption.clip < 3)
    models = tuple(
        replace(model, similarity=model.similarity[: len(captions), :3]) for model in world.models
    )
    return World(world.clips[:3], captions, world.truth[: len(captions), :3], models)
