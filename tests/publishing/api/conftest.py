from tests.pooling.api.conftest import _own_media, api, script  # noqa: F401  (fixtures)
