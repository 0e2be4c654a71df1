"""What docs/retrieval.md shows is copied from its page, and runs."""

import html
import re

import torch

from config.documents import read_document


def test_the_example_of_losses_and_miners_runs_as_its_page_shows_it():
    page = read_document("retrieval").html
    section = page.partition('id="losses-and-miners"')[2].partition("<h2")[0]
    (shown,) = re.findall(r"<pre><code>(.*?)</code></pre>", section, re.DOTALL)
    torch.manual_seed(2)  # of eight random pairs a margin may hold already
    names = {}
    exec(compile(html.unescape(shown), "docs/retrieval.md", "exec"), names)
    assert names["similarity"].grad.shape == (8, 8)
    assert names["similarity"].grad.any()
