# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Smaller things: data that is moved, random numbers, small matrices in loops, control flow under vmap."""

import jax
import jax.numpy as jnp
from jax import lax

from .cases import Family, integers, key, named, normal, positive_definite, uniform, well_conditioned

small = Family("small")

# Pads, rolls, concatenates, flips, slices.
small.add("pad_zero_500x500_by_3", lambda x: jnp.pad(x, 3), normal(500, 500))
for mode in ("edge", "reflect", "wrap", "symmetric"):
    small.add(f"pad_{mode}_300x400_by_5", lambda x, mode=mode: jnp.pad(x, 5, mode=mode), normal(300, 400))
small.add("pad_inside_300x400", lambda x: lax.pad(x, 0.0, ((1, 2, 1), (0, 3, 2))), normal(300, 400))
small.add("pad_negative_500x500", lambda x: lax.pad(x, 0.0, ((-5, 2, 0), (3, -4, 0))), normal(500, 500))
small.add("pad_channels_8x30x30x3_to_4", lambda x: jnp.pad(x, ((0, 0), (0, 0), (0, 0), (0, 1))), normal(8, 30, 30, 3))
for axis in (0, 1):
    small.add(f"roll_{axis}_600x700_by_13", lambda x, axis=axis: jnp.roll(x, 13, axis), normal(600, 700))
small.add("roll_by_number_of_run_time_600x700", lambda x, n: jnp.roll(x, n, 1), normal(600, 700), integers(high=700))
small.add("roll_and_subtract_600x700", lambda x: x - jnp.roll(x, 1, 1), normal(600, 700))
small.add("concatenate_rows_300x500_400x500", lambda x, y: jnp.concatenate([x, y]), normal(300, 500), normal(400, 500))
small.add("concatenate_columns_500x300_500x77", lambda x, y: jnp.concatenate([x, y], 1), normal(500, 300), normal(500, 77))
small.add("concatenate_of_sixteen_500x16", lambda *x: jnp.concatenate(x, 1), *(normal(500, 16) for _ in range(16)))
small.add("stack_of_eight_last_200x100", lambda *x: jnp.stack(x, -1), *(normal(200, 100) for _ in range(8)))
small.add(
    "concatenate_of_computed_400x300", lambda x, y: jnp.concatenate([jnp.sin(x), y * 2, x + y], 1), normal(400, 300),
    normal(400, 300),
)  # fmt: skip
small.add("interleave_200000", lambda x, y: jnp.stack([x, y], 1).reshape(-1), normal(200000), normal(200000))
small.add("rotate_half_8x128x8x64", lambda x: jnp.concatenate([-x[..., 32:], x[..., :32]], -1), normal(8, 128, 8, 64))
small.add("flip_rows_600x700", lambda x: x[::-1], normal(600, 700))
small.add("flip_columns_600x700", lambda x: x[:, ::-1], normal(600, 700))
small.add("every_second_800x900", lambda x: x[::2, 1::2], normal(800, 900))
small.add("split_in_three_400x900", lambda x: tuple(jnp.split(x, 3, 1)), normal(400, 900))
small.add("tile_100x100_by_4x5", lambda x: jnp.tile(x, (4, 5)), normal(100, 100))
small.add("lower_triangle_700", jnp.tril, normal(700, 700))
small.add("upsample_nearest_8x16x16x32", lambda x: jnp.repeat(jnp.repeat(x, 2, 1), 2, 2), normal(8, 16, 16, 32))
small.add("resize_bilinear_4x32x32x8_to_48", lambda x: jax.image.resize(x, (4, 48, 48, 8), "bilinear"), normal(4, 32, 32, 8))
small.add(
    "space_to_depth_8x32x32x12",
    lambda x: x.reshape(8, 16, 2, 16, 2, 12).transpose(0, 1, 3, 2, 4, 5).reshape(8, 16, 16, 48), normal(8, 32, 32, 12),
)  # fmt: skip

# Arrays with a dimension for each bit of a number: states of qubits, butterflies, tables of truth.
BITS = 14
bits, states = normal(*[2] * BITS), normal(*[2] * BITS, dtype="complex64")
for bit in (0, 6, 13):
    small.add(f"sum_over_bit_{bit}_of_14", lambda x, bit=bit: x.sum(bit), bits)
    small.add(
        f"gate_on_bit_{bit}_of_14", lambda x, gate, bit=bit: jnp.moveaxis(jnp.tensordot(gate, x, (1, bit)), 0, bit),
        states, normal(2, 2, dtype="complex64"),
    )  # fmt: skip
    small.add(
        f"sign_where_bit_{bit}_of_14",
        lambda x, bit=bit: x.at[(slice(None),) * bit + (1,)].multiply(-1), states,
    )  # fmt: skip
    small.add(
        f"likely_values_of_bit_{bit}_of_14",
        lambda x, bit=bit: (jnp.abs(x) ** 2).sum(tuple(other for other in range(BITS) if other != bit)), states,
    )  # fmt: skip
for left, right in ((0, 1), (0, 13), (3, 9), (12, 13)):
    small.add(f"bits_{left}_and_{right}_of_14_swapped", lambda x, a=left, b=right: jnp.swapaxes(x, a, b) + 1, bits)
small.add("bits_of_14_reversed", jnp.transpose, bits)
small.add(
    "gate_on_two_of_14_bits",
    lambda x, gate: jnp.moveaxis(jnp.tensordot(gate, x, ((2, 3), (4, 9))), (0, 1), (4, 9)), states,
    normal(2, 2, 2, 2, dtype="complex64"),
)  # fmt: skip

# Many small matrices.
for count, order in ((20000, 2), (10000, 3), (10000, 4), (3000, 7)):
    size = f"{count}x{order}x{order}"
    matrices, vectors = normal(count, order, order), normal(count, order)
    small.add(f"transposed_{size}", lambda x: x.swapaxes(1, 2) + 1, matrices)
    small.add(f"softmax_{size}", jax.nn.softmax, matrices)
    small.add(f"outer_{size}", lambda x, y: x[:, :, None] * y[:, None, :], vectors, vectors)

# Images of three colours, points of two to seven coordinates: rows that are shorter than a vector.
colours = jnp.array([0.485, 0.456, 0.406]), jnp.array([0.229, 0.224, 0.225])


def normalise_colours(images):
    return (images.astype(jnp.float32) / 255 - colours[0]) / colours[1]


def crop(image, place):
    return lax.dynamic_slice(image, (place[0], place[1], 0), (56, 56, 3))


images = integers(16, 56, 56, 3, dtype="uint8", high=255)
larger_images = integers(16, 64, 64, 3, dtype="uint8", high=255)
small.add("normalise_colours_16x56x56x3", normalise_colours, images)
small.add("normalise_colours_37x41x3", normalise_colours, integers(37, 41, 3, dtype="uint8", high=255))
small.add("flip_images_16x56x56x3", lambda x: x[:, :, ::-1], images)
small.add(
    "flip_some_images_16x56x56x3", lambda x, flags: jnp.where(flags[:, None, None, None] > 0, x[:, :, ::-1], x), images,
    integers(16, high=2),
)  # fmt: skip
small.add("crop_images_16x64x64x3", jax.vmap(crop), larger_images, integers(16, 2, high=8))
small.add(
    "crop_and_normalise_16x64x64x3", lambda x, places: normalise_colours(jax.vmap(crop)(x, places)), larger_images,
    integers(16, 2, high=8),
)  # fmt: skip
small.add("grey_from_colours_16x56x56x3", lambda x: normalise_colours(x) @ jnp.array([0.299, 0.587, 0.114]), images)
small.add("colours_swapped_16x56x56x3", lambda x: x[..., ::-1], images)
small.add("pad_images_16x32x32x3_by_4", lambda x: jnp.pad(x, ((0, 0), (4, 4), (4, 4), (0, 0))), normal(16, 32, 32, 3))
small.add(
    "pad_byte_images_16x32x32x3_to_37", lambda x: jnp.pad(x, ((0, 0), (2, 3), (2, 3), (0, 0))),
    integers(16, 32, 32, 3, high=256, dtype="uint8"),
)  # fmt: skip
small.add(
    "relative_positions_shifted_8x64x64", lambda x: jnp.pad(x, ((0, 0), (0, 0), (1, 0))).reshape(8, 65, 64)[:, 1:],
    normal(8, 64, 64),
)  # fmt: skip
for coordinates in (2, 3, 4, 5, 7):
    small.add(f"points_scaled_by_axis_30011x{coordinates}", lambda x, s: x * s + 1, normal(30011, coordinates), normal(coordinates))
    small.add(f"points_scaled_by_point_30011x{coordinates}", lambda x, s: x * s[:, None], normal(30011, coordinates), normal(30011))
small.add("points_normalised_30011x3", lambda x: x / jnp.linalg.norm(x, axis=-1, keepdims=True), normal(30011, 3))
small.add("points_crossed_30011x3", lambda x, y: jnp.cross(x, y), normal(30011, 3), normal(30011, 3))
small.add("points_flipped_30000x3", lambda x: x[::-1] * 2, normal(30000, 3))
small.add("distances_of_points_300x3", lambda x: jnp.sum((x[:, None] - x[None]) ** 2, -1), normal(300, 3))

# Transposes of every kind.
for shape, order in (
    ((1000, 1000), (1, 0)), ((37, 5001), (1, 0)), ((100000, 3), (1, 0)), ((3, 100000), (1, 0)), ((40, 50, 60), (0, 2, 1)),
    ((40, 50, 60), (1, 0, 2)), ((40, 50, 60), (2, 1, 0)), ((40, 50, 60), (2, 0, 1)), ((8, 64, 8, 32), (0, 2, 1, 3)),
    ((8, 28, 28, 32), (0, 3, 1, 2)), ((8, 32, 28, 28), (0, 2, 3, 1)), ((10, 11, 12, 13, 14), (4, 2, 0, 3, 1)),
):  # fmt: skip
    small.add(named("transpose", shape, "to", order), lambda x, order=order: x.transpose(order), normal(*shape))
for dtype in ("bfloat16", "float64", "int8", "complex64"):
    values = integers(600, 700, dtype=dtype) if dtype == "int8" else normal(600, 700, dtype=dtype)
    small.add(named("transpose", dtype, (600, 700)), jnp.transpose, values)
small.add("transpose_and_add_700", lambda x: x + x.T, normal(700, 700))
small.add("rotate_quarter_600x700", jnp.rot90, normal(600, 700))

# Rows updated, and slices under vmap.
small.add("row_updated_1000x500", lambda x, y, i: x.at[i].set(y), normal(1000, 500), normal(500), integers(high=1000))
small.add(
    "rows_of_batch_updated_64x100x32",
    lambda x, y, i: jax.vmap(lambda x, y, i: lax.dynamic_update_slice(x, y[None], (i, 0)))(x, y, i), normal(64, 100, 32),
    normal(64, 32), integers(64, high=100),
)  # fmt: skip
small.add(
    "slices_of_batch_64x1000_by_100", lambda x, i: jax.vmap(lambda x, i: lax.dynamic_slice(x, (i,), (100,)))(x, i),
    normal(64, 1000), integers(64, high=900),
)  # fmt: skip
small.add(
    "element_of_each_row_5000x40", lambda x, i: jax.vmap(lambda x, i: x[i])(x, i), normal(5000, 40),
    integers(5000, high=40),
)  # fmt: skip
small.add(
    "block_read_and_written_1000x1000",
    lambda x, i: lax.dynamic_update_slice(x, lax.dynamic_slice(x, (i, i), (200, 200)) * 2, (i, i)), normal(1000, 1000),
    integers(high=700),
)  # fmt: skip

# Small matrices in loops and batches.
small.add(
    "products_of_3x3_in_loop_1000", lambda a: lax.fori_loop(0, 1000, lambda i, x: (x @ a) / jnp.sqrt(jnp.sum(x * x)), a),
    well_conditioned(3, 3),
)  # fmt: skip
small.add(
    "cholesky_of_4x4_in_loop_100", lambda a: lax.fori_loop(0, 100, lambda i, x: a + 0.1 * jnp.linalg.cholesky(x @ x.T), a),
    positive_definite(4, 4),
)  # fmt: skip
small.add(
    "solve_of_3x3_in_loop_100", lambda a, b: lax.fori_loop(0, 100, lambda i, x: jnp.linalg.solve(a, x + 1), b),
    well_conditioned(3, 3), normal(3),
)  # fmt: skip
small.add(
    "rotations_from_quaternions_5000", lambda q: jax.vmap(rotation)(q / jnp.linalg.norm(q, axis=1, keepdims=True)),
    normal(5000, 4),
)  # fmt: skip
small.add("cross_products_20000", jnp.cross, normal(20000, 3), normal(20000, 3))
small.add("determinants_of_2x2_20000", jnp.linalg.det, normal(20000, 2, 2))
small.add("polynomial_fit_50_degree_3", lambda x, y: jnp.polyfit(x, y, 3), uniform(50, low=-1), normal(50), tolerance=1e-3)


def rotation(q):
    w, x, y, z = q
    return jnp.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


# Random numbers. Both arms draw the same bits.
small.add("random_bits_100000", lambda k: jax.random.bits(k, (100000,)), key())
small.add("random_uniform_300x400", lambda k: jax.random.uniform(k, (300, 400)), key())
small.add("random_normal_300x400", lambda k: jax.random.normal(k, (300, 400)), key())
small.add("random_normal_bf16_300x400", lambda k: jax.random.normal(k, (300, 400), jnp.bfloat16), key())
small.add("random_permutation_10000", lambda k: jax.random.permutation(k, 10000), key())
small.add("random_categorical_64x1000", lambda k, x: jax.random.categorical(k, x), key(), normal(64, 1000))
small.add("random_bernoulli_300x400", lambda k: jax.random.bernoulli(k, 0.3, (300, 400)), key())
small.add("random_integers_100000", lambda k: jax.random.randint(k, (100000,), 0, 1000), key())
small.add("random_gamma_2000", lambda k: jax.random.gamma(k, 2.5, (2000,)), key())
# Weights whose sums are exact: rounding would choose otherwise now and then.
small.add(
    "random_choice_weighted_5000", lambda k, p: jax.random.choice(k, 1000, (5000,), p=p), key(),
    integers(1000, low=1, high=9, dtype="float32"),
)  # fmt: skip
small.add("random_split_1000", lambda k: jax.random.split(k, 1000), key())
small.add(
    "dropout_300x400", lambda k, x: jnp.where(jax.random.bernoulli(k, 0.9, x.shape), x / 0.9, 0), key(), normal(300, 400)
)
small.add(
    "random_walk_in_scan_200x32",
    lambda k, x: lax.scan(lambda x, k: (x + jax.random.normal(k, x.shape), x[0]), x, jax.random.split(k, 200)), key(),
    normal(32),
)  # fmt: skip

# Control flow under vmap, and branches.


def newton_root(a):
    return lax.while_loop(lambda x: jnp.abs(x * x * x - a) > 1e-4 * a, lambda x: x - (x * x * x - a) / (3 * x * x), a + 1)


def bisect(a):
    def halve(bounds):
        low, high = bounds
        middle = 0.5 * (low + high)
        above = jnp.exp(middle) + middle > a
        return jnp.where(above, low, middle), jnp.where(above, middle, high)

    return lax.while_loop(lambda b: b[1] - b[0] > 1e-4, halve, (jnp.zeros_like(a), jnp.full_like(a, 5.0)))[0]


small.add("while_under_vmap_1000", jax.vmap(newton_root), uniform(1000, low=0.5, high=100), tolerance=1e-3)
small.add(
    "while_under_vmap_of_vmap_30x40", jax.vmap(jax.vmap(newton_root)), uniform(30, 40, low=0.5, high=100), tolerance=1e-3
)
small.add("bisect_under_vmap_2000", jax.vmap(bisect), uniform(2000, low=1, high=50), tolerance=1e-3)
small.add(
    "cond_under_vmap_2000x16", jax.vmap(lambda x: lax.cond(x[0] > 0, lambda x: jnp.sin(x), lambda x: jnp.cumsum(x), x)),
    normal(2000, 16),
)  # fmt: skip
small.add(
    "cond_of_two_products_200", lambda x, n: lax.cond(n > 0, lambda x: x @ x, lambda x: x.T @ x, x), normal(200, 200),
    integers(low=1),
)  # fmt: skip
small.add(
    "switch_of_five_300x300", lambda x, n: lax.switch(n, [jnp.sin, jnp.cos, jnp.tanh, jnp.exp, lambda x: x], x),
    normal(300, 300), integers(high=5),
)  # fmt: skip
small.add(
    "fori_under_vmap_500x8", jax.vmap(lambda x: lax.fori_loop(0, 20, lambda i, x: x - 0.1 * jnp.sin(x), x)), normal(500, 8)
)
small.add("scan_under_vmap_64x100", jax.vmap(lambda x: lax.scan(lambda c, x: (c * 0.9 + x, c), 0.0, x)[1]), normal(64, 100))
small.add("jacobian_of_16_to_16", jax.jacfwd(lambda x: jnp.sin(x) * jnp.cumsum(x)), normal(16))
small.add("hessian_of_12", jax.hessian(lambda x: jnp.sum(jnp.sin(x) * jnp.roll(x, 1)) ** 2), normal(12))
small.add(
    "per_example_gradients_64x32", jax.vmap(jax.grad(lambda w, x: jnp.square(jnp.tanh(x @ w).sum())), (None, 0)),
    normal(32, 16), normal(64, 32),
)  # fmt: skip
