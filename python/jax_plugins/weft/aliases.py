# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jax.devices("gpu")` and `backend="gpu"` mean Weft's devices where those are GPUs and JAX has no GPU platform of its own.

JAX knows which platforms are GPUs by their names alone; whether ours is one shows only when its client is made.
"""

from collections.abc import Callable
from typing import Any


def _is_gpu(client: Any) -> bool:
    return any(hasattr(device, "compute_capability") for device in client.devices())


def gpu_is_weft(canonicalize: Callable[[str], str], backends: Callable[[], dict]) -> Callable[[str], str]:
    def canonicalize_platform(platform: str) -> str:
        try:
            return canonicalize(platform)
        except RuntimeError:
            client = backends().get("weft") if platform == "gpu" else None
            if client is None or not _is_gpu(client):
                raise
            return "weft"

    return canonicalize_platform


def install() -> None:
    from jax._src import xla_bridge

    xla_bridge.canonicalize_platform = gpu_is_weft(xla_bridge.canonicalize_platform, xla_bridge.backends)
