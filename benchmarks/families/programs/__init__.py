# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole programs, as users write them."""

from ..cases import Family
from .everyday import everyday
from .language import language
from .numerics import numerics
from .probability import probability
from .simulation import simulation
from .vision import vision

programs = Family("programs")
for part in (language, vision, probability, simulation, numerics, everyday):
    programs.include(*part.cases.values())
