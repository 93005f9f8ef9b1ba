# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Families of programs that are compared with other back ends: one file each, cases of every shape that users write."""

from .convolutions import convolutions
from .fft import fft
from .products import products
from .reductions import reductions

FAMILIES = {family.name: family for family in (products, convolutions, reductions, fft)}
