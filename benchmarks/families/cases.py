# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a case of a sweep is, and what its arguments are made of."""

import dataclasses
import zlib
from typing import Any, Callable

import jax
import ml_dtypes  # noqa: F401  (NumPy knows bfloat16 and its like by name from here on)
import numpy as np


@dataclasses.dataclass(frozen=True)
class Input:
    """How an argument is made: arrays appear when a case is run, not when families are read."""

    make: Callable[[np.random.Generator], np.ndarray]


def normal(*shape, dtype="float32", scale=1.0):
    def make(random):
        values = random.standard_normal(shape) * scale
        if np.dtype(dtype).kind == "c":
            values = values + 1j * random.standard_normal(shape) * scale
        return values.astype(dtype)

    return Input(make)


def uniform(*shape, low=0.0, high=1.0, dtype="float32"):
    return Input(lambda random: random.uniform(low, high, shape).astype(dtype))


def integers(*shape, low=0, high=100, dtype="int32"):
    """Integers from low to high, high left out."""
    return Input(lambda random: random.integers(low, high, shape).astype(dtype))


def booleans(*shape, share=0.5):
    return Input(lambda random: random.random(shape) < share)


def ascending(values):
    """What another input makes, sorted along its last axis."""
    return Input(lambda random: np.sort(values.make(random), axis=-1))


def permutation(n, dtype="int32"):
    return Input(lambda random: random.permutation(n).astype(dtype))


def positive_definite(*shape, dtype="float32"):
    """Well-conditioned symmetric (Hermitian) matrices."""

    def make(random):
        factor = normal(*shape, dtype="complex128" if np.dtype(dtype).kind == "c" else "float64").make(random)
        product = factor @ factor.swapaxes(-1, -2).conj() / shape[-1]
        return (product + np.eye(shape[-1])).astype(dtype)

    return Input(make)


def well_conditioned(*shape, dtype="float32"):
    """Square matrices that are far from singular and not symmetric."""

    def make(random):
        square = normal(*shape, dtype=dtype).make(random)
        return (square / np.sqrt(shape[-1]) + 2 * np.eye(shape[-1])).astype(dtype)

    return Input(make)


def triangular(*shape, lower=True, dtype="float32"):
    """Triangular matrices that are far from singular."""
    cut = np.tril if lower else np.triu
    square = well_conditioned(*shape, dtype=dtype)
    return Input(lambda random: cut(square.make(random)))


def key():
    """A key of JAX's random numbers, as the two words that it is."""
    return Input(lambda random: random.integers(0, 2**32, 2, dtype=np.uint32))


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    function: Callable
    arguments: tuple  # trees of Inputs
    tolerance: float | None = None  # of the largest element; None: by type
    # What has to agree where results may differ, such as by signs of eigenvectors: made of arguments and results, in NumPy.
    invariant: Callable[[tuple, Any], Any] | None = None

    def make_arguments(self, seed):
        random = np.random.default_rng([seed, zlib.crc32(self.name.encode())])
        return jax.tree.map(lambda leaf: leaf.make(random), self.arguments, is_leaf=lambda leaf: isinstance(leaf, Input))


class Family:
    """Cases of one kind, in the order in which they were added."""

    def __init__(self, name):
        self.name = name
        self.cases = {}

    def include(self, *cases):
        for case in cases:
            if case.name in self.cases:
                raise ValueError(f"{self.name} has two cases {case.name}")
            self.cases[case.name] = case

    def add(self, name, function, *arguments, **options):
        self.include(Case(name, function, arguments, **options))

    def case(self, *arguments, **options):
        """Adds the function it decorates, under the function's name."""

        def register(function):
            self.add(function.__name__, function, *arguments, **options)
            return function

        return register


SHORT = {
    "float32": "f32", "float64": "f64", "bfloat16": "bf16", "float16": "f16", "complex64": "c64", "complex128": "c128",
    "int8": "s8", "int16": "s16", "int32": "s32", "int64": "s64", "uint8": "u8", "uint16": "u16",
    "uint32": "u32", "uint64": "u64", "bool": "bool", "float8_e4m3fn": "f8",
}  # fmt: skip


def sized(shape):
    return "x".join(map(str, shape)) or "scalar"


def named(*parts):
    """A name for a case: words, types and shapes with underscores between them; what is empty is left out."""
    return "_".join(sized(part) if isinstance(part, tuple) else SHORT.get(part, str(part)) for part in parts if part)
