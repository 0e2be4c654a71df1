"""The image is what its sources are, whenever it is built."""

from tests.containers.engine import Engine

# Without those that the engine writes for each container.
OF_CONTAINERS = " ".join(f"! -path /etc/{name}" for name in ("hostname", "hosts", "resolv.conf"))
DIGESTS = f"find / -xdev -type f {OF_CONTAINERS} -exec sha256sum {{}} + | sort -k 2"


def digests(engine: Engine, tag: str) -> set[str]:
    engine.run("docker", "build", "--no-cache", "--target", "truepool", "--tag", tag, ".")
    order = ("docker", "run", "--rm", "--network", "none", "--user", "0", tag, "sh", "-c", DIGESTS)
    return set(engine.run(*order).splitlines())


def test_built_twice_it_has_the_same_files(engine: Engine):
    tags = [f"{engine.project}:{number}" for number in (1, 2)]
    try:
        with engine.step("built twice") as found:
            one, two = (digests(engine, tag) for tag in tags)
            assert one ^ two == set()
            found.append(f"{len(one):,} files")
    finally:
        engine.run("docker", "image", "rm", "--force", *tags)
