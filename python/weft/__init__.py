# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weft: a compiler, runtime and JAX plugin for array programs.

JAX finds the plugin by itself; choose it with JAX_PLATFORMS=weft.
"""

from weft.dlpack import from_dlpack, to_dlpack
from weft.library import library_path
from weft.version import __version__

__all__ = ["__version__", "from_dlpack", "library_path", "to_dlpack"]
