"""The one place that imports PyTorch, so that one clear error says how to install it."""

from retrieval.extra import require_extra

require_extra()

import torch  # noqa: E402  (the line above says what is missing, better than Python would)
from torch import Tensor, nn  # noqa: E402
from torch.nn import functional  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

__all__ = ["Tensor", "checkpoint", "functional", "nn", "torch"]
