# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts of every type and axis, with payloads, and what is made of them."""

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, ascending, integers, named, normal, uniform

sorts = Family("sorts")

for n in (5, 32, 100, 1000, 1024, 10007, 131072):
    sorts.add(f"sort_{n}", jnp.sort, normal(n))
for shape, axis in (
    ((100000, 4), 1), ((4000, 16), 1), ((1000, 33), 1), ((300, 256), 1), ((50, 1500), 1), ((4, 20000), 1), ((1000, 64), 0),
    ((64, 1000), 0), ((20, 50, 60), 1), ((8, 300, 40), 1),
):  # fmt: skip
    sorts.add(named("sort", shape, "over", (axis,)), lambda x, axis=axis: jnp.sort(x, axis), normal(*shape))
for dtype in ("int32", "int64", "uint8", "uint32", "int16"):
    sorts.add(named("sort", dtype, 20000), jnp.sort, integers(20000, high=250 if dtype == "uint8" else 30000, dtype=dtype))
    sorts.add(
        named("sort", dtype, (200, 128)), jnp.sort,
        integers(200, 128, high=250 if dtype == "uint8" else 30000, dtype=dtype),
    )  # fmt: skip
for dtype in ("bfloat16", "float16", "float64"):
    sorts.add(named("sort", dtype, 20000), jnp.sort, normal(20000, dtype=dtype))
    sorts.add(named("sort", dtype, (200, 128)), jnp.sort, normal(200, 128, dtype=dtype))
sorts.add("sort_descending_20000", lambda x: jnp.sort(x, descending=True), normal(20000))
sorts.add("sort_of_sorted_50000", lambda x: jnp.sort(jnp.cumsum(x)), uniform(50000))
sorts.add("sort_of_few_values_50000", jnp.sort, integers(50000, high=4))
sorts.add("sort_with_nan_20000", lambda x: jnp.sort(jnp.where(x > 1, jnp.nan, x)), normal(20000))
sorts.add("sort_of_magnitudes_20000", lambda x: jnp.sort(jnp.abs(jnp.sin(x) * 3)), normal(20000))

for shape in ((100,), (10000,), (65536,), (500, 64), (16, 2000)):
    sorts.add(named("argsort", shape), jnp.argsort, normal(*shape))
sorts.add("argsort_s32_20000_of_100", jnp.argsort, integers(20000))
sorts.add("argsort_bf16_300x100", jnp.argsort, normal(300, 100, dtype="bfloat16"))
sorts.add("argsort_over_0_500x64", lambda x: jnp.argsort(x, 0), normal(500, 64))
sorts.add("ranks_10000", lambda x: jnp.argsort(jnp.argsort(x)), normal(10000))

for shape, k in (
    ((1000,), 5), ((50257,), 50), ((100, 1000), 1), ((100, 1000), 10), ((64, 8192), 16), ((16, 2048), 256), ((5000, 8), 2),
    ((32, 50), 50), ((4, 32000), 40),
):  # fmt: skip
    sorts.add(named("top_k", shape, k), lambda x, k=k: lax.top_k(x, k), normal(*shape))
sorts.add("top_k_bf16_64x1000_8", lambda x: lax.top_k(x, 8), normal(64, 1000, dtype="bfloat16"))
sorts.add("top_k_s32_64x1000_8", lambda x: lax.top_k(x, 8), integers(64, 1000, high=10**6))
sorts.add("approximate_min_k_64x2000_8", lambda x: lax.approx_min_k(x, 8, recall_target=1.0)[0], normal(64, 2000))

sorts.add("payload_20000", lambda k, v: lax.sort((k, v), num_keys=1), normal(20000), normal(20000))
sorts.add(
    "payloads_of_types_10000", lambda k, a, b: lax.sort((k, a, b), num_keys=1), integers(10000, high=10**6), normal(10000),
    integers(10000, dtype="int8"),
)  # fmt: skip
sorts.add(
    "two_keys_20000", lambda a, b, v: lax.sort((a, b, v), num_keys=2), integers(20000, high=50), normal(20000),
    normal(20000),
)  # fmt: skip
sorts.add("lexsort_10000", lambda a, b: jnp.lexsort((a, b)), normal(10000), integers(10000, high=50))
sorts.add("payload_by_rows_200x100", lambda k, v: lax.sort((k, v), num_keys=1), normal(200, 100), normal(200, 100))
sorts.add("rows_by_key_3000x32", lambda x: x[jnp.argsort(x[:, 0])], normal(3000, 32))
sorts.add("sort_gradient_5000", jax.grad(lambda x: jnp.sum(jnp.sort(x) * jnp.arange(5000))), normal(5000))

sorts.add("unique_20000", lambda x: jnp.unique(x, size=1000, fill_value=-1), integers(20000, high=1000))
sorts.add(
    "unique_with_counts_10000", lambda x: jnp.unique(x, size=500, fill_value=-1, return_counts=True),
    integers(10000, high=500),
)  # fmt: skip
sorts.add(
    "unique_with_inverse_10000", lambda x: jnp.unique(x, size=500, fill_value=-1, return_inverse=True),
    integers(10000, high=500),
)  # fmt: skip
sorts.add("median_20000", jnp.median, normal(20000))
sorts.add("median_over_0_101x400", lambda x: jnp.median(x, 0), normal(101, 400))
sorts.add("quantiles_300x500", lambda x: jnp.quantile(x, jnp.array([0.05, 0.5, 0.95]), axis=1), normal(300, 500))
sorts.add(
    "median_filter_5_100x100",
    lambda x: jnp.median(jnp.stack([jnp.roll(x, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)]), 0),
    normal(100, 100),
)  # fmt: skip
for method in ("scan", "sort", "compare_all"):
    sorts.add(
        f"searchsorted_{method}_1000_5000", lambda a, v, m=method: jnp.searchsorted(a, v, method=m),
        ascending(uniform(1000)), uniform(5000),
    )  # fmt: skip
sorts.add("searchsorted_100000_1000", lambda a, v: jnp.searchsorted(a, v), ascending(uniform(100000)), uniform(1000))
sorts.add("digitize_50000_20", lambda x: jnp.digitize(x, jnp.linspace(-2, 2, 20)), normal(50000))
sorts.add("intersect_2000", lambda x, y: jnp.isin(x, y).sum(), integers(2000, high=10000), integers(2000, high=10000))
# Whether the sum reaches 0.9 at an element or at the next one is for rounding to say.
sorts.add(
    "top_p_8x5000", lambda x: jnp.where(jnp.cumsum(p := jnp.sort(jax.nn.softmax(x))[:, ::-1], 1) < 0.9, p, 0).sum(1),
    normal(8, 5000), tolerance=1e-2,
)  # fmt: skip
sorts.add("nearest_neighbours_300x8", lambda x: lax.top_k(-jnp.square(x[:, None] - x).sum(-1), 5)[1], normal(300, 8))
sorts.add("groups_by_expert_4000", lambda e, x: x[jnp.argsort(e, stable=True)], integers(4000, high=8), normal(4000, 32))
sorts.add("sort_in_loop_256_20", lambda x: lax.fori_loop(0, 20, lambda i, x: jnp.sort(jnp.sin(x) + 0.1 * x), x), normal(256))
