# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Updates at places that indices say, on a GPU that is not there."""

import pytest
from emulated import FAR, INSTANT, NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

# Rows that are added where indices say: several elements at a time where their width and type allow it. Numbers are whole
# and few, so sums are the same in any order; of the indices many are equal, and some are outside.
ROWS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def whole(shape, dtype):
    return jnp.asarray(np.random.default_rng(7).integers(-2, 3, shape), dtype)
def added(x, i, u):
    return x.at[i].add(u), x.at[i].add(u, mode="drop", indices_are_sorted=False)
def part(x, i, u):
    # Windows that are narrower than rows, and begin anywhere in them.
    narrow = lax.ScatterDimensionNumbers((1,), (0,), (0,))
    moved = lax.ScatterDimensionNumbers((1,), (0,), (0, 1))
    both = jnp.stack([i, i % 5], axis=1)
    u = u[:, : u.shape[1] // 2]
    return lax.scatter_add(x, i[:, None], u, narrow), lax.scatter_add(x, both, u, moved)
def unique(x, i, u):
    return x.at[jnp.arange(0, x.shape[0], 2)].set(u[: x.shape[0] // 2], unique_indices=True)

with jax.enable_x64(True):
    for dtype in ("float32", "bfloat16", "float16", "float64", "int32", "int8"):
        for width in (2, 3, 4, 6, 8, 20, 130, 1024) if dtype in ("float32", "bfloat16") else (4, 10):
            # Few updates for a place: many are combined on the chip instead.
            x, u = whole((40, width), dtype), whole((90, width), dtype)
            i = jnp.asarray(np.random.default_rng(8).integers(-3, 44, 90), "int32").at[20:45].set(7)
            for function in (added, part, unique):
                actual, expected = support.run("weft", function, x, i, u), support.run("cpu", function, x, i, u)
                for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                    assert (np.asarray(left) == np.asarray(right)).all(), (dtype, width, function)
print("all right")
"""


@pytest.mark.parametrize("calibration", ["", str(INSTANT)], ids=["updates", "lists"])
def test_rows_are_added_at_places(calibration: str) -> None:
    passes(ROWS, WEFT_CALIBRATION=calibration)


ORDERED = """
import jax, numpy as np, support
x, i = np.float32([1e8, 0]), np.zeros(3000, "int32")
u = np.resize(np.float32([1, 1e8, -1e8]), 3000)
add = jax.jit(lambda x, i, u: x.at[i].add(u), compiler_options={"xla_gpu_deterministic_ops": True})
expected = np.float32(1e8)
for one in u:
    expected += one
assert np.asarray(add(x, i, u))[0] == expected, (add(x, i, u), expected)

# Places by themselves, rows, and rows in place, of which some have no place; floats of two bytes are rounded at every step.
generator = np.random.default_rng(2)
def ordered(function, *arguments, **options):
    jitted = jax.jit(function, compiler_options={"xla_gpu_deterministic_ops": True}, **options)
    given = [jax.device_put(one, jax.devices("weft")[0]) for one in arguments]
    return np.asarray(jitted(*given))
def expect(function, *arguments, **options):
    left, right = ordered(function, *arguments, **options), np.asarray(support.run("cpu", function, *arguments))
    assert left.tobytes() == right.tobytes(), (function, left, right)
weights = (generator.standard_normal(6000) * 10.0 ** generator.integers(-6, 6, 6000)).astype("float32")
places = generator.integers(-10, 1100, 6000).astype("int32")
numbers = jax.lax.ScatterDimensionNumbers((), (0,), (0,))
expect(lambda w, i: jax.ops.segment_sum(w, i, 1000), weights, places)
expect(lambda w, i: jax.ops.segment_sum(w, i, 7), weights, places % 8)
rows = (generator.standard_normal((300, 48)) * 10.0 ** generator.integers(-6, 6, (300, 48))).astype("float32")
expect(lambda x, i, u: x.at[i].add(u, mode="drop"), rows[:80], places[:300] % 90, rows)
expect(lambda x, i, u: x.at[i].multiply(u, mode="drop"), 1 + abs(rows[:80]) % 1, places[:300] % 90, 1 + rows % 0.5)
expect(lambda x, i, u: x.at[i].add(u, mode="drop"), rows[:80], places[:300] % 90, rows, donate_argnums=0)
expect(lambda x, i, u: x.at[3:5, i].add(u), rows[:80], places[:100] % 50, rows[:2].repeat(3, 1)[:, :100])
halves = rows.astype(jax.numpy.bfloat16)
expected = halves[:20].copy()
for at, one in zip(places[:300] % 20, halves):
    expected[at] += one
assert ordered(lambda x, i, u: x.at[i].add(u), halves[:20], places[:300] % 20, halves).tobytes() == expected.tobytes()
# What is updated is the updates, too, or says where; also in the array's own memory.
twice = lambda x, i: x.at[i].add(x, mode="drop")
expect(twice, rows, places[:300] % 330)
expect(twice, rows, places[:300] % 330, donate_argnums=0)
expect(twice, weights, places * 6)
expect(lambda i: i.at[i].add(i, mode="drop"), places)
expect(lambda x, y, i: jax.lax.scatter_add(x, i[:, None], x, numbers) * y, weights, weights, places * 6)
print("all right")
"""

# The same in any order. Numbers are whole, and so are all sums.
TWICE = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

generator = np.random.default_rng(5)
def expect(function, *arguments, **options):
    given = [jax.device_put(one, jax.devices("weft")[0]) for one in arguments]
    left, right = jax.jit(function, **options)(*given), support.run("cpu", function, *arguments)
    for a, b in zip(jax.tree.leaves(left), jax.tree.leaves(right)):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes(), (function, a, b)
x, rows = (generator.integers(-3, 4, shape).astype("float32") for shape in (5000, (300, 48)))
i = generator.integers(-3, 5100, 5000).astype("int32")
twice = lambda x, i: x.at[i].add(x, mode="drop")
expect(twice, x, i)
expect(twice, rows, i[:300] % 330)
expect(twice, rows, i[:300] % 330, donate_argnums=0)
expect(lambda i: i.at[i].set(i, mode="drop", unique_indices=True), generator.permutation(5000).astype("int32"))
# Sorted by what is moved, too, by digits and by a comparator; in a tile and in several.
for length in (300, 5000):
    v, key = x[:length], i[:length]
    expect(lambda v, k: lax.sort((k, v, v, k), num_keys=1), v, key)
    expect(lambda v, k: lax.sort((v, v), num_keys=2), v, key)
print("all right")
"""


@pytest.mark.parametrize("calibration", ["", str(FAR)], ids=["near", "far"])
def test_updates_in_their_order(calibration: str) -> None:
    passes(ORDERED, WEFT_CALIBRATION=calibration)


@pytest.mark.parametrize("calibration", ["", str(INSTANT)], ids=["updates", "lists"])
def test_arrays_that_are_given_twice(calibration: str) -> None:
    passes(TWICE, WEFT_CALIBRATION=calibration)
