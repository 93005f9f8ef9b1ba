# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gathers and scatters, alone and following each other."""

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, ascending, booleans, integers, named, normal, permutation, uniform

gathers = Family("gathers")

# Rows of a table.
for rows, width, count in (
    (1000, 64, 1000), (50000, 32, 4000), (4096, 512, 128), (100, 7, 9999), (30, 1, 100000), (2000, 3000, 1),
):  # fmt: skip
    gathers.add(named("rows", (rows, width), count), lambda t, i: t[i], normal(rows, width), integers(count, high=rows))
for dtype in ("bfloat16", "float64", "int8", "complex64"):
    values = integers(4000, 64, dtype=dtype) if dtype == "int8" else normal(4000, 64, dtype=dtype)
    gathers.add(named("rows", dtype, (4000, 64), 3000), lambda t, i: t[i], values, integers(3000, high=4000))
gathers.add(
    "rows_clipped_1000x64_2000", lambda t, i: jnp.take(t, i, 0, mode="clip"), normal(1000, 64),
    integers(2000, low=-50, high=1100),
)  # fmt: skip
gathers.add(
    "rows_filled_1000x64_2000", lambda t, i: jnp.take(t, i, 0, mode="fill"), normal(1000, 64),
    integers(2000, low=0, high=1100),
)  # fmt: skip
gathers.add("columns_500x1000_300", lambda t, i: t[:, i], normal(500, 1000), integers(300, high=1000))
gathers.add("elements_100000_100000", lambda t, i: t[i], normal(100000), integers(100000, high=100000))
gathers.add(
    "elements_of_pairs_300x400_50000", lambda t, i, j: t[i, j], normal(300, 400), integers(50000, high=300),
    integers(50000, high=400),
)  # fmt: skip
gathers.add(
    "grid_of_rows_and_columns_500_300x200", lambda t, i, j: t[i[:, None], j], normal(500, 500), integers(300, high=500),
    integers(200, high=500),
)  # fmt: skip
gathers.add("mask_by_where_1000x1000", lambda x, m: jnp.where(m, x, 0).sum(1), normal(1000, 1000), booleans(1000, 1000))
gathers.add("permuted_rows_5000x40", lambda x, p: x[p], normal(5000, 40), permutation(5000))
gathers.add(
    "inverse_permutation_100000", lambda p: jnp.zeros_like(p).at[p].set(jnp.arange(p.size, dtype=p.dtype)),
    permutation(100000),
)  # fmt: skip
gathers.add("flags_by_pairs_200x200_400x300", lambda m, i, j: m[i, j], booleans(200, 200), *[integers(400, 300, high=200)] * 2)
gathers.add(
    "frames_filtered_2x16384_64_every_4", lambda x, h: x[:, jnp.arange(0, 16320, 4)[:, None] + jnp.arange(64)] @ h,
    normal(2, 16384), normal(64),
)  # fmt: skip
for axis in (0, 1):
    gathers.add(
        f"take_along_{axis}_800x600", lambda x, i, axis=axis: jnp.take_along_axis(x, i, axis), normal(800, 600),
        integers(800, 600, high=600),
    )  # fmt: skip
gathers.add(
    "take_along_one_per_row_4000x100", lambda x, i: jnp.take_along_axis(x, i[:, None], 1), normal(4000, 100),
    integers(4000, high=100),
)  # fmt: skip
gathers.add("windows_20000_by_64_every_16", lambda x: x[jnp.arange(0, 19936, 16)[:, None] + jnp.arange(64)], normal(20000))
gathers.add(
    "vmapped_slices_1000_of_32", lambda x, i: jax.vmap(lambda i: lax.dynamic_slice(x, (i,), (32,)))(i), normal(10000),
    integers(1000, high=9000),
)  # fmt: skip
gathers.add(
    "slices_of_images_32_of_24x24",
    lambda x, i: jax.vmap(lambda x, i: lax.dynamic_slice(x, (i[0], i[1], 0), (24, 24, 3)))(x, i), normal(32, 40, 40, 3),
    integers(32, 2, high=16),
)  # fmt: skip
gathers.add(
    "one_hot_product_2000x100_64", lambda i, t: jax.nn.one_hot(i, 100) @ t, integers(2000, high=100), normal(100, 64)
)
gathers.add("one_hot_4000x256", lambda i: jax.nn.one_hot(i, 256), integers(4000, high=256))
gathers.add("repeat_rows_1000x20_by_5", lambda x: jnp.repeat(x, 5, axis=0), normal(1000, 20))
gathers.add(
    "repeat_by_counts_2000", lambda x, n: jnp.repeat(x, n, total_repeat_length=10000), normal(2000), integers(2000, high=8)
)
gathers.add("nonzero_50000", lambda x: jnp.nonzero(x > 1, size=10000, fill_value=-1)[0], normal(50000))
gathers.add("compress_50000", lambda x: jnp.compress(x > 1, x, size=10000), normal(50000))
gathers.add(
    "table_lookup_u8_500x500", lambda x, t: t[x.astype(jnp.int32)], integers(500, 500, high=256, dtype="uint8"),
    normal(256),
)  # fmt: skip
gathers.add("table_lookup_s64_index_100000", lambda t, i: t[i], normal(5000), integers(100000, high=5000, dtype="int64"))


@gathers.case(normal(120, 100), uniform(90, 80, low=0, high=118), uniform(90, 80, low=0, high=98))
def bilinear(image, y, x):
    i, j = jnp.floor(y).astype(jnp.int32), jnp.floor(x).astype(jnp.int32)
    v, u = y - i, x - j
    top = image[i, j] * (1 - u) + image[i, j + 1] * u
    return top * (1 - v) + (image[i + 1, j] * (1 - u) + image[i + 1, j + 1] * u) * v


gathers.add(
    "map_coordinates_order_1_120x100", lambda x, c: jax.scipy.ndimage.map_coordinates(x, [c[0], c[1]], 1), normal(120, 100),
    uniform(2, 8000, high=99),
)  # fmt: skip
gathers.add(
    "interpolate_line_20000", lambda x, xp, fp: jnp.interp(x, jnp.sort(xp), fp), uniform(20000), uniform(100), normal(100)
)

# Scatters.
for count, rows, width in ((1000, 1000, 64), (20000, 50, 8), (3000, 30000, 32), (128, 4096, 512), (100000, 1000, 1)):
    index = integers(count, high=rows)
    gathers.add(
        named("add_rows", count, (rows, width)), lambda t, i, x: t.at[i].add(x), normal(rows, width), index,
        normal(count, width),
    )  # fmt: skip
for kind in ("set", "multiply", "min", "max"):
    # Which of two writers of one place wins is not defined: indices of `set` are unique.
    index = permutation(3000) if kind == "set" else integers(3000, high=2000)
    gathers.add(
        f"{kind}_rows_3000_3000x32", lambda t, i, x, kind=kind: getattr(t.at[i], kind)(x), normal(3000, 32), index,
        uniform(3000, 32, low=0.5, high=1.5),
    )  # fmt: skip
gathers.add(
    "add_elements_100000_1000", lambda t, i, x: t.at[i].add(x), normal(1000), integers(100000, high=1000), normal(100000)
)
gathers.add(
    "add_elements_of_pairs_50000_300x400", lambda t, i, j: t.at[i, j].add(1.0), normal(300, 400), integers(50000, high=300),
    integers(50000, high=400),
)  # fmt: skip
gathers.add(
    "add_columns_300_500x1000", lambda t, i, x: t.at[:, i].add(x), normal(500, 1000), integers(300, high=1000),
    normal(500, 300),
)  # fmt: skip
gathers.add(
    "add_rows_bf16_2000_1000x64", lambda t, i, x: t.at[i].add(x), normal(1000, 64, dtype="bfloat16"), permutation(1000),
    normal(1000, 64, dtype="bfloat16"),
)  # fmt: skip
gathers.add(
    "add_rows_f64_2000_1000x64", lambda t, i, x: t.at[i].add(x), normal(1000, 64, dtype="float64"),
    integers(2000, high=1000), normal(2000, 64, dtype="float64"),
)  # fmt: skip
gathers.add("bincount_100000_of_256", lambda i: jnp.bincount(i, length=256), integers(100000, high=256))
gathers.add("histogram_50000_of_64", lambda x: jnp.histogram(x, 64, range=(-3, 3))[0], normal(50000))
gathers.add("set_block_1000x1000", lambda x, y: x.at[100:600, 200:900].set(y), normal(1000, 1000), normal(500, 700))
gathers.add("add_every_third_999x300", lambda x, y: x.at[::3].add(y), normal(999, 300), normal(333, 300))
gathers.add("diagonal_added_700", lambda x: x.at[jnp.arange(700), jnp.arange(700)].add(1.0), normal(700, 700))
gathers.add("symmetric_from_packed_200", lambda v: jnp.zeros((200, 200)).at[jnp.tril_indices(200)].set(v), normal(20100))

# Segments.
for count, segments, width in ((20000, 500, 16), (100000, 1000, 1), (3000, 3000, 64)):
    shape = (count, width) if width > 1 else (count,)
    for order, index in (("sorted", ascending), ("unsorted", lambda values: values)):
        gathers.add(
            named("segment_sum", order, shape, segments),
            lambda x, s, n=segments, known=order == "sorted": jax.ops.segment_sum(x, s, n, indices_are_sorted=known),
            normal(*shape), index(integers(count, high=segments)),
        )  # fmt: skip
gathers.add(
    "segment_max_unsorted_20000x16_500", lambda x, s: jax.ops.segment_max(x, s, 500), normal(20000, 16),
    integers(20000, high=500),
)  # fmt: skip


# One after the other, as graphs and networks have them.


def softmax_of_segments(x, s):
    top = jax.ops.segment_max(x, s, 1000)
    e = jnp.exp(x - top[s])
    return e / jax.ops.segment_sum(e, s, 1000)[s]


def messages(nodes, source, target):
    return jax.ops.segment_sum(jax.nn.relu(nodes[source] - 0.5 * nodes[target]), target, nodes.shape[0])


edges = integers(8000, high=1000), integers(8000, high=1000)
gathers.add("softmax_of_segments_20000_1000", softmax_of_segments, normal(20000), integers(20000, high=1000))
gathers.add("messages_1000x32_8000", messages, normal(1000, 32), *edges)
gathers.add(
    "messages_gradient_1000x32_8000", jax.grad(lambda *a: jnp.sum(jnp.square(messages(*a)))), normal(1000, 32), *edges
)
gathers.add(
    "gather_of_gather_50000", lambda x, i, j: x[i[j]], normal(5000), integers(20000, high=5000),
    integers(50000, high=20000),
)  # fmt: skip
gathers.add(
    "gather_then_scatter_20000", lambda x, i, j: jnp.zeros_like(x).at[j].add(x[i]), normal(5000),
    integers(20000, high=5000), integers(20000, high=5000),
)  # fmt: skip
gathers.add(
    "scatter_then_gather_20000x8", lambda x, i, j: jnp.zeros((2000, 8)).at[i].add(x)[j], normal(20000, 8),
    integers(20000, high=2000), integers(5000, high=2000),
)  # fmt: skip
gathers.add(
    "embedding_of_tokens_5000x64_16x128", lambda t, p, i: t[i] + p, normal(5000, 64), normal(128, 64),
    integers(16, 128, high=5000),
)  # fmt: skip
gathers.add(
    "embedding_gradient_5000x64_16x128", lambda t, i, g: jax.vjp(lambda t: t[i], t)[1](g), normal(5000, 64),
    integers(16, 128, high=5000), normal(16, 128, 64),
)  # fmt: skip
gathers.add(
    "embedding_bag_10000x32_500x20", lambda t, i, w: jnp.einsum("bk,bkd->bd", w, t[i]), normal(10000, 32),
    integers(500, 20, high=10000), uniform(500, 20),
)  # fmt: skip
gathers.add(
    "union_find_by_jumping_20000", lambda p: lax.fori_loop(0, 15, lambda i, p: p[p], jnp.minimum(p, jnp.arange(20000))),
    permutation(20000),
)  # fmt: skip
gathers.add(
    "sparse_times_vector_50000_5000", lambda v, i, j, x: jnp.zeros(5000).at[i].add(v * x[j]),
    normal(50000), ascending(integers(50000, high=5000)), integers(50000, high=5000), normal(5000),
)  # fmt: skip
gathers.add(
    "hashed_grid_4000x8", lambda t, x: t[((x[:, :, 0] * 73856093) ^ (x[:, :, 1] * 19349663)) & 16383].sum(1),
    normal(16384, 2), integers(4000, 8, 2, high=1000),
)  # fmt: skip
