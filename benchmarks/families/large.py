# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is bound by memory, on arrays that a GPU is filled by: odd, prime, tall and flat ones."""

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, integers, key, named, normal

large = Family("large")

# Rows and columns: odd, prime, tall (many short rows), flat (few long ones).
SHAPES = ((9973, 3079), (1021, 30011), (300007, 65), (37, 600011), (12000, 2050))
FUNCTIONS = {
    "softmax": lambda x: jax.nn.softmax(x, -1),
    "rmsnorm": lambda x: x * lax.rsqrt(jnp.mean(jnp.square(x.astype(jnp.float32)), -1, keepdims=True) + 1e-6).astype(x.dtype),
    "layernorm_with_gradient": jax.value_and_grad(
        lambda x: jnp.sum(jnp.tanh(jax.nn.standardize(x.astype(jnp.float32), -1))) / x.size
    ),
    "sum_rows": lambda x: jnp.sum(x, 1, dtype=jnp.float32),
    "sum_columns": lambda x: jnp.sum(x, 0, dtype=jnp.float32),
    "transpose": lambda x: x.T + 0,
    "argmax": lambda x: jnp.argmax(x, -1),
    "elementwise": lambda x: jax.nn.gelu(x * 1.5 + 0.25) * jax.nn.sigmoid(x) + x,
    "cumsum": lambda x: jnp.cumsum(x, 1),
}
for dtype in ("float32", "bfloat16"):
    for kind, function in FUNCTIONS.items():
        for shape in SHAPES:
            # Sums of bf16 one after the other are rounded at other places in other orders.
            tolerance = 0.3 if (kind, dtype) == ("cumsum", "bfloat16") else None
            large.add(named(kind, dtype, shape), function, normal(*shape, dtype=dtype), tolerance=tolerance)

# Few long rows, which are cut into parts.
for dtype, element in (("float32", normal), ("bfloat16", normal), ("int32", None)):
    for shape in ((1, 100_000_000), (3, 37_000_000), (8, 1 << 20), (1, 100_003)):
        argument = normal(*shape, dtype=dtype) if element else integers(*shape, high=100)
        large.add(
            named("cumsum", dtype, shape), lambda x: jnp.cumsum(x, 1, dtype=x.dtype), argument,
            tolerance=0.3 if dtype == "bfloat16" else None,
        )  # fmt: skip

for rows, columns, k in ((1009, 20011, 17), (3, 4000037, 100), (50021, 257, 5)):
    large.add(named("top_k", (rows, columns), k), lambda x, k=k: lax.top_k(x, k), normal(rows, columns))
for rows, columns, picked in ((100003, 333, 50021), (7919, 4099, 20011), (2000003, 16, 1000003)):
    indices = integers(picked, high=rows)
    large.add(named("gather", (rows, columns), picked), lambda x, i: x[i], normal(rows, columns), indices)
    large.add(
        named("scatter_add", (rows, columns), picked), lambda x, i, u: x.at[i].add(u), normal(rows, columns), indices,
        normal(picked, columns),
    )  # fmt: skip
for bins, count in ((37, 10000019), (60013, 3000017)):
    large.add(
        named("histogram", bins, count), lambda i, bins=bins: jnp.zeros(bins, jnp.int32).at[i].add(1),
        integers(count, high=bins),
    )  # fmt: skip
for shape in ((7000003,), (4099, 2053), (10007, 101)):
    large.add(named("sort", shape), lambda x: jnp.sort(x, -1), normal(*shape))
    large.add(named("argsort", shape), lambda x: jnp.argsort(x, -1), normal(*shape))
for shape in ((10000019,), (3001, 1999)):
    for kind in ("normal", "uniform", "bits", "bernoulli"):
        draw = getattr(jax.random, kind)
        large.add(
            named(kind, shape),
            lambda key, draw=draw, shape=shape: draw(jax.random.wrap_key_data(key), shape=shape), key(),
        )  # fmt: skip
