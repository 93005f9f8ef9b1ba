# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long sums of all families, what they are exactly, and how far they may be off (docs/accuracy.md).

Errors are counted in u (|x1| + ... + |xn|), u being half a unit in the last place of the type that is summed in, as the bound is;
the rounding of a narrow result to its own type is not counted.
"""

import pathlib
import re
from typing import Any, Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def constants() -> dict[str, int]:
    """Those of weft/Support/Summation.h."""
    header = pathlib.Path(__file__).parents[2] / "weft/Support/Summation.h"
    found = re.findall(r"constexpr int64_t (\w+) = ([\d +]+);", header.read_text())
    return {name: sum(map(int, value.split("+"))) for name, value in found}


CONSTANTS = constants()


class Family(NamedTuple):
    program: Callable[[Any], Any]
    #: The value in a wide type, of the numbers or of their absolute values.
    exact: Callable[[np.ndarray], Any]
    #: Terms of one sum per number given.
    share: float
    #: The longest chain.
    chain: str


def wide(x: np.ndarray) -> np.ndarray:
    """In a type with more digits, where there is one; else as numbers that are summed up in pairs."""
    if np.iscomplexobj(x):
        return x.astype(np.clongdouble)
    return x.astype(np.longdouble if x.dtype == np.float64 else np.float64)


def total(x: np.ndarray, axis: Any = None) -> Any:
    return np.sum(wide(x), axis=axis)


def conv(x: Any, w: Any) -> Any:
    return lax.conv_general_dilated(x, w, (1,), "VALID", dimension_numbers=("NWC", "WIO", "NWC"))


def exact_conv(x: np.ndarray) -> Any:
    rows = wide(x.reshape(3, -1))
    return np.stack([(rows[i : i + 2] * rows[:2]).sum() for i in range(2)]).reshape(1, 2, 1)


def exact_product(x: np.ndarray) -> Any:
    rows = wide(x.reshape(3, -1))
    return np.stack([[(a * b).sum() for b in rows] for a in rows])


def windows(x: Any) -> Any:
    return lax.reduce_window(x, np.zeros((), x.dtype), lax.add, (x.size // 3,), (x.size // 3,), "VALID")


TERMS, PRODUCTS = "longestChainOfTerms", "longestChainOfProducts"

FAMILIES = {
    "sum": Family(lambda x: x.sum(), total, 1, TERMS),
    "sum of a product": Family(lambda x: (x * x + 1).sum(), lambda x: total(wide(x) * wide(x) + 1), 1, TERMS),
    "rows": Family(lambda x: x.reshape(3, -1).sum(1), lambda x: total(x.reshape(3, -1), 1), 1 / 3, TERMS),
    "columns": Family(lambda x: x.reshape(-1, 3).sum(0), lambda x: total(x.reshape(-1, 3), 0), 1 / 3, TERMS),
    "outer and inner": Family(
        lambda x: x.reshape(-1, 5, 7).sum((0, 2)), lambda x: total(x.reshape(-1, 5, 7), (0, 2)), 1 / 5, TERMS
    ),
    "windows": Family(windows, lambda x: total(x.reshape(3, -1), 1), 1 / 3, TERMS),
    "cumulative": Family(jnp.cumsum, lambda x: np.cumsum(wide(x)), 1, TERMS),
    "cumulative columns": Family(
        lambda x: jnp.cumsum(x.reshape(-1, 3), 0), lambda x: np.cumsum(wide(x.reshape(-1, 3)), 0), 1 / 3, TERMS
    ),
    "dot": Family(lambda x: jnp.dot(x, x), lambda x: total(wide(x) * wide(x)), 1, PRODUCTS),
    "product": Family(lambda x: x.reshape(3, -1) @ x.reshape(3, -1).T, exact_product, 1 / 3, PRODUCTS),
    "product, columns": Family(
        lambda x: x.reshape(-1, 3).T @ x.reshape(-1, 3),
        lambda x: exact_product(np.ascontiguousarray(x.reshape(-1, 3).T)),
        1 / 3, PRODUCTS,
    ),
    "matrix and vector": Family(
        lambda x: x.reshape(3, -1) @ x.reshape(3, -1)[1], lambda x: exact_product(x)[1], 1 / 3, PRODUCTS
    ),
    "convolution": Family(
        lambda x: conv(x.reshape(1, 3, -1), x.reshape(3, -1)[:2, :, None]), exact_conv, 2 / 3, PRODUCTS
    ),
}  # fmt: skip

#: Lengths that every family's shapes divide.
UNIT = 105


def inputs(kind: str, n: int, dtype: str, seed: int = 0) -> np.ndarray:
    """`positive`, uniform in 1 .. 2; `mixed`, normally distributed; `equal`, which shows systematic rounding best."""
    random = np.random.default_rng(seed)
    if kind == "equal":
        x = np.full(n, 1.1)
    elif kind == "positive":
        x = random.uniform(1, 2, n)
    else:
        x = random.standard_normal(n)
    if dtype.startswith("complex"):
        return (x + 1j * x[::-1]).astype(dtype)
    return x.astype(jnp.dtype(dtype))


def bound(family: str, n: int) -> int:
    terms = max(int(n * FAMILIES[family].share), 1)
    return min(terms, CONSTANTS[FAMILIES[family].chain] + CONSTANTS["roundingsOfJoining"]) + 1


def errors(family: str, x: np.ndarray, platforms: tuple[str, ...] = ("weft",)) -> list[float]:
    """Per platform the largest error."""
    program, exact, _, _ = FAMILIES[family]
    dtype = jnp.dtype(x.dtype)
    is_complex = np.iscomplexobj(x)
    sizes = np.abs(x.real) + np.abs(x.imag) if is_complex else np.abs(x)
    want, scale = exact(x), exact(sizes)
    unit = float(jnp.finfo(np.float64 if dtype in (np.float64, np.complex128) else np.float32).eps) / 2
    own = float(jnp.finfo(dtype).eps) / 2 if dtype.itemsize < 4 else 0.0
    found = []
    for platform in platforms:
        device = jax.devices(platform)[0]
        with jax.default_device(device):
            y = wide(np.asarray(jax.jit(program)(jax.device_put(x, device))))
        error = np.abs(y - want)
        if own:
            error = np.maximum(error - own * np.abs(want) * (1 + 1e-3), 0)
        found.append(float(np.max(error / (unit * scale))))
    return found
