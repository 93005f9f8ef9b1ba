# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Families of programs that are compared with other back ends: one file each, cases of every shape that users write."""

from .convolutions import convolutions
from .elementwise import elementwise
from .fft import fft
from .gathers import gathers
from .large import large
from .linalg import linalg
from .loops import loops
from .overview import overview
from .products import products
from .programs import programs
from .reductions import reductions
from .small import small
from .sorts import sorts

FAMILIES = {
    family.name: family
    for family in (
        overview, products, convolutions, loops, gathers, fft, reductions, sorts, linalg, elementwise, small, large, programs,
    )  # fmt: skip
}
