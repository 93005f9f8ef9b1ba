# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX's persistent compilation cache for Weft.

JAX asks `is_cache_used` and answers only for platforms in a list inside that function. Where the function reads the way
we know (0.10.0 to 0.11.2), the question is put to it under the name of a platform on the list; elsewhere it is left
alone, and programs are saved by Weft's own cache only.
"""

import inspect
import re
from typing import Any

from jax_plugins.weft.lowering import PLATFORMS

KNOWN_SOURCE = re.compile(r"supported_platforms = \[[^\]]*\"cpu\"[^\]]*\].*backend\.platform in supported_platforms", re.S)


class _KnownBackend:
    """A backend as far as the question looks at it."""

    platform = "cpu"

    def __init__(self, backend: Any) -> None:
        self.supports_executable_serialization = getattr(backend, "supports_executable_serialization", True)


def install() -> bool:
    """True if JAX's cache serves Weft now."""
    from jax._src import compilation_cache

    original = compilation_cache.is_cache_used
    if getattr(original, "serves_weft", False):
        return True
    try:
        source = inspect.getsource(original)
    except OSError:
        return False
    uses = set(re.findall(r"backend\.(\w+)", source)) | set(re.findall(r"getattr\(backend, \"(\w+)\"", source))
    if not KNOWN_SOURCE.search(source) or uses != {"platform", "supports_executable_serialization"}:
        return False

    def is_cache_used(backend: Any) -> bool:
        return original(_KnownBackend(backend) if backend.platform in PLATFORMS else backend)

    is_cache_used.serves_weft = True
    compilation_cache.is_cache_used = is_cache_used
    return True
