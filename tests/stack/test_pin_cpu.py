"""The two files of the extra differ by CUDA alone, and agree with the files beside them."""

import re

from foundation.home import CHECKOUT
from stack.truepool.pin_cpu import CPU, CUDA, without_cuda

SHA256 = "ab" * 32
PINS = f"""\
nvidia-cublas==13.1 \\
    --hash=sha256:{"1" * 64}
sympy==1.14.0 \\
    --hash=sha256:{"2" * 64} \\
    --hash=sha256:{"3" * 64}
torch==2.13.0 \\
    --hash=sha256:{"4" * 64} \\
    --hash=sha256:{"5" * 64}
triton==3.7.1 \\
    --hash=sha256:{"6" * 64}
"""


def pins(name: str) -> dict[str, str]:
    return dict(
        re.findall(r"^([\w.-]+)(?:\[.*\])?==(\S+)", (CHECKOUT / name).read_text(), re.MULTILINE)
    )


def test_what_is_of_cuda_goes_and_torch_has_the_hash_of_the_wheel():
    assert without_cuda(PINS, SHA256) == (
        f"sympy==1.14.0 \\\n    --hash=sha256:{'2' * 64} \\\n    --hash=sha256:{'3' * 64}\n"
        f"torch==2.13.0 \\\n    --hash=sha256:{SHA256}\n"
    )


def test_the_file_for_the_cpu_is_made_of_the_one_for_cuda():
    (sha256,) = re.findall(r"^torch==.*\n.*sha256:(\w+)\n(?=\S)", CPU.read_text(), re.MULTILINE)
    assert without_cuda(CUDA.read_text(), sha256) == CPU.read_text()
    assert not [name for name in pins(CPU.name) if name.startswith(("nvidia", "cuda", "triton"))]


def test_the_extra_asks_for_no_other_version_than_the_rest():
    for extra in (CPU.name, CUDA.name):
        for rest in ("requirements.txt", "requirements-dev.txt"):
            one, other = pins(extra), pins(rest)
            assert {name: one[name] for name in one.keys() & other.keys()} == {
                name: other[name] for name in one.keys() & other.keys()
            }
