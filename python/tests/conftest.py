# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every test runs on Weft and compares with JAX's own CPU back end in the same process."""

import gc
import os
import sys
import pathlib

os.environ["JAX_PLATFORMS"] = "weft,cpu"
os.environ["JAX_ENABLE_X64"] = "1"
# Programs of earlier runs would hide what compiling does.
os.environ.setdefault("WEFT_CACHE", "0")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import jax  # noqa: E402

# Python need not look through all of JAX again each time it collects.
gc.freeze()
