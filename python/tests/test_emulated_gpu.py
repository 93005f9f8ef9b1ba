# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of whole programs on a GPU that is not there, kernels of every family among them."""

import pathlib

import pytest
import support
from emulated import NEEDS_EMULATOR, emulated

pytestmark = NEEDS_EMULATOR

PROGRAMS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

assert "Cuda" in type(jax.devices("weft")[0]).__name__ or "cuda" in str(jax.devices("weft")[0]).lower()
x = support.sample((24, 24), "float32")

def step(x):
    return jax.grad(lambda x: jnp.tanh(x @ x).sum())(x)
def softmax(x):
    return jax.nn.softmax(x, axis=0)
def sorts(x):
    return jnp.sort(x, axis=1), jnp.argsort(x, axis=0), lax.top_k(x, 3)
def loops(x):
    y = lax.fori_loop(0, 7, lambda i, c: c.at[i].set(c[i - 1] + x[i]), x)
    return lax.scan(lambda c, row: (c * 0.5 + row, c.sum()), y[0], y)
def branches(x):
    return lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, x)
def waves(x):
    return jnp.abs(jnp.fft.fft(x)), jnp.exp(1j * x)
def integers(x):
    i = (x * 100).astype("int32")
    return i // 7, i % 5, i << 3, lax.population_count(i), i.sum()

def gathers(x):
    i = (jnp.abs(x[0]) * 7).astype("int32")
    return x[i], x.at[i].add(1.0), lax.dynamic_slice_in_dim(x, i[0], 5)
def convolution(x):
    image = x.reshape(1, 24, 24, 1)
    return lax.conv_general_dilated(image, x[:9, :4].reshape(3, 3, 1, 4), (2, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
def reductions(x):
    return x.argmax(1), x.std(0), jnp.cumsum(x, axis=1), jnp.median(x)
def whiles(x):
    return lax.while_loop(lambda c: c[0].sum() < 50.0, lambda c: (c[0] + jnp.abs(c[0] @ x).mean(), c[1] + 1), (x, 0))
def library(x):
    x = x.astype("float64")
    a = x @ x.T + 30 * jnp.eye(24)
    large = jnp.tile(a, (4, 4)) + 300 * jnp.eye(96)
    return jnp.linalg.cholesky(a), jnp.linalg.solve(large, large[0]), jnp.linalg.eigvalsh(a)
def callbacks(x):
    return jax.pure_callback(lambda x: np.asarray(x) * 2, jax.ShapeDtypeStruct(x.shape, x.dtype), x + 1) - 1

for function in (step, softmax, sorts, loops, branches, waves, integers, gathers, convolution, reductions, whiles, library, callbacks):
    actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=8)
print("all right")
"""


@pytest.mark.parametrize("seed", ["0", "1"])
def test_programs(seed: str) -> None:
    result = emulated(PROGRAMS, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Algorithms of blocks of threads, at shapes that are odd, long or short.
BLOCKS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def scans(x):
    long, wide = x.reshape(-1), x.reshape(-1, 7)
    return (
        jnp.cumsum(x, axis=1), lax.cumsum(long, reverse=True), jnp.cumsum(wide, axis=0),
        lax.cummax(wide, axis=1), lax.cummin(x, axis=0, reverse=True), jnp.cumsum((x * 10).astype("int32"), axis=1),
    )

def scatters(x):
    rows, columns = x.shape
    numbers = (jnp.abs(x) * 100).astype("int32")
    at, along = numbers[:, 0] - 5, numbers[0] % columns
    return (
        x.at[at].add(x), x.at[at].set(x), x.at[at].max(x[::-1]), x.at[:, along].set(x), x.at[:, along].add(x),
        x.at[jnp.arange(0, rows, 2)].set(7.0, unique_indices=True), x.at[at, at % columns].min(0.0),
        jnp.bincount(numbers.reshape(-1), length=50), x.astype("bfloat16").at[at].mul(2),
        (x + 1j).at[at].add(x * 1j), (x > 0).at[at].set(True), numbers.astype("int8").at[at].add(numbers.astype("int8")),
        jax.grad(lambda x: (x[at % rows] ** 2).sum())(x), jax.vmap(lambda x, i: x.at[i].add(1.0))(x, numbers % columns),
        jnp.zeros((5, 3)).at[numbers.reshape(-1) % 5, numbers.reshape(-1) % 3].add(1.0), jnp.zeros(40).at[numbers.reshape(-1)].max(x.reshape(-1)),
        lax.scatter_add(x, at[:2, None], x[:2, None, :2], lax.ScatterDimensionNumbers((1, 2), (), (0,))),
    )

def sorts(x):
    odd = jnp.where(x > 1, jnp.nan, jnp.where(x < -1, -0.0, jnp.round(x)))
    few = (x * 3).astype("int8")
    return (
        jnp.sort(odd, axis=1), jnp.argsort(odd, axis=1), jnp.sort(odd, axis=0, descending=True), jnp.argsort(odd, axis=0),
        jnp.sort(x.reshape(-1)), lax.sort((few, odd, x), dimension=1, num_keys=2), jnp.sort(few, axis=1),
        jnp.sort(odd.astype("bfloat16"), axis=1), jnp.sort(jnp.round(x) + 1j * x), lax.top_k(odd, 3),
    )

for function in (scans, scatters, sorts):
    for shape in SHAPES:
        x = support.sample(shape, "float32")
        actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
            support.close(left, right, factor=8)
print("all right")
"""


@pytest.mark.parametrize("seed, shapes", [("0", "(3, 7), (70, 301)"), ("1", "(2, 12005),")])
def test_blocks(seed: str, shapes: str) -> None:
    result = emulated(f"SHAPES = ({shapes})\n" + BLOCKS, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Sums that are taken apart: columns of rows that do not begin with whole vectors, a few long rows, products of few results.
SUMS = """
import jax, ml_dtypes, numpy as np
from jax import numpy as jnp

random = np.random.default_rng(3)
def check(function, expected, *arguments):
    actual = np.asarray(jax.jit(function)(*arguments)).astype("float64")
    np.testing.assert_allclose(actual, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())

x = random.standard_normal((1030, 2051)).astype(ml_dtypes.bfloat16)
check(lambda x: jnp.sum(x, 0, dtype="float32"), x.astype("float64").sum(0), x)
check(lambda x: jnp.max(x, 0).astype("float32"), x.astype("float64").max(0), x)
x = random.standard_normal((7, 2000, 77)).astype("float32")
check(lambda x: jnp.sum(x * x, (0, 1)), np.square(x, dtype="float64").sum((0, 1)), x)
x = random.integers(0, 255, (2, 1056, 2051)).astype("uint8")
check(lambda x: jnp.sum(x, 1, dtype="int32"), x.sum(1, dtype="int64"), x)
x = random.standard_normal((5, 60007)).astype("float32")
check(lambda x: (lambda y: jnp.sum(y) + jnp.sum(y * y, 1))(jnp.exp(x)), np.exp(x, dtype="float64").sum() + np.exp(2.0 * x).sum(1), x)
x, y = random.standard_normal((70, 4100)).astype("float32"), random.standard_normal((4100, 9)).astype("float32")
check(lambda x, y: x @ y, x.astype("float64") @ y, x, y)
print("all right")
"""


def test_sums() -> None:
    result = emulated(SUMS)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


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


# Of small arrays only a GPU whose kernels begin at once makes lists of the updates of each row.
INSTANT = pathlib.Path(support.PYTHON).parent / "test" / "timings" / "instant_kernels.txt"


@pytest.mark.parametrize("calibration", ["", str(INSTANT)], ids=["updates", "lists"])
def test_rows_are_added_at_places(calibration: str) -> None:
    result = emulated(ROWS, WEFT_CALIBRATION=calibration)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Small matrices of which a block multiplies several, by matrix instructions and by lanes, alone and with what follows.
BATCHES = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def alone(x, y):
    return x @ y
def turned(x, y):
    return jnp.einsum("bij,bjk->bki", x, y)
def followed(x, y):
    return jnp.tanh(x @ y * 0.1).sum(axis=-1)

with jax.enable_x64(True):
    for rows, terms, columns, dtype in (
        (16, 20, 16, "bfloat16"), (16, 40, 24, "float16"), (12, 20, 13, "float32"), (5, 7, 30, "float32"),
        (20, 9, 17, "float64"), (12, 12, 12, "complex64"), (16, 16, 16, "int8"), (13, 11, 14, "int32"),
    ):
        x = support.sample((1101, rows, terms), dtype)
        y = support.sample((1101, terms, columns), dtype)
        for function in (alone, turned, followed) if dtype in ("bfloat16", "float32") else (alone,):
            actual, expected = support.run("weft", function, x, y), support.run("cpu", function, x, y)
            support.close(actual, expected, factor=8)
print("all right")
"""


def test_batches_of_small_products() -> None:
    result = emulated(BATCHES)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Matrices that no block keeps in its registers are factored and solved panel by panel.
FACTORS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp
import jax.scipy.linalg as scipy_linalg

def positive(x):
    return x @ jnp.swapaxes(x, -1, -2) + x.shape[-1] * jnp.eye(x.shape[-1], dtype=x.dtype)
def factors(x):
    lower = jnp.linalg.cholesky(positive(x))
    return lower, scipy_linalg.cho_solve((lower, True), x[..., :3])
def systems(x):
    even = x + 40 * jnp.eye(x.shape[-1], dtype=x.dtype)
    return jnp.linalg.solve(even, x[..., :1]), jnp.linalg.inv(even), jnp.linalg.slogdet(even)
def sides(x):
    even = x + 40 * jnp.eye(x.shape[-1], dtype=x.dtype)
    return [
        lax.linalg.triangular_solve(even, x[..., :70] if left else x[..., :70, :], left_side=left, lower=lower, transpose_a=turned)
        for left in (True, False) for lower in (True, False) for turned in (True, False)
    ]

with jax.enable_x64(True):
    for shape, dtype in (((2, 150, 150), "float32"), ((133, 133), "float64")):
        for function in (factors, systems, sides):
            x = support.sample(shape, dtype)
            actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                support.close(left, right, factor=200)
    # Exchanges of rows, of matrices that are tall and wide; rows that are equal, and the first of them is taken.
    for shape in ((160, 150), (140, 200), (2, 150, 150)):
        for x in (support.sample(shape, "float32"), np.sign(support.sample(shape, "float32"))):
            packed, pivots, order = support.run("weft", lax.linalg.lu, x)
            steps = min(shape[-2:])
            lower = np.tril(packed, -1)[..., :steps].astype("float64") + np.eye(shape[-2], steps)
            upper = np.triu(packed)[..., :steps, :].astype("float64")
            assert np.abs(lower).max() <= 1
            assert np.abs(lower @ upper - np.take_along_axis(x, order[..., None], -2)).max() < 1e-3
            assert (pivots[..., 0] == np.abs(x[..., 0]).argmax(-1)).all()
    nan = support.run("weft", jnp.linalg.cholesky, np.float32(np.diag(np.r_[np.ones(100), -1, np.ones(60)])))
    assert np.isnan(nan).any()
print("all right")
"""


def test_factors_by_panels() -> None:
    result = emulated(FACTORS)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Complex matrices by one block each, and by panels: both triangles, sides and turns; the exchanges of rows as a permutation.
COMPLEX_FACTORS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def adjoint(x):
    return np.swapaxes(np.conj(x), -1, -2)
def off(actual, expected):
    return np.abs(actual - expected).max() / np.abs(expected).max()

with jax.enable_x64(True):
    for dtype, shapes in (("complex64", ((3, 20, 20), (100, 100))), ("complex128", ((2, 17, 17), (70, 70)))):
        unit = np.finfo(dtype).eps
        for shape in shapes:
            n = shape[-1]
            x = support.sample(shape, dtype)
            even = x / n + 2 * np.eye(n, dtype=dtype)
            square = (even @ adjoint(even)).astype(dtype)
            lower, upper = support.run("weft", lambda a: (jnp.linalg.cholesky(a), jnp.linalg.cholesky(a, upper=True)), square)
            assert off(lower @ adjoint(lower), square) < 10 * unit
            assert off(adjoint(upper) @ upper, square) < 10 * unit
            for left in (True, False):
                b = support.sample((*shape[:-2], n, 9) if left else (*shape[:-2], 9, n), dtype, seed=1)
                for is_lower in (True, False):
                    for turned, conjugate in ((False, False), (True, False), (True, True)):
                        found = support.run("weft", lambda a, b: lax.linalg.triangular_solve(
                            a, b, left_side=left, lower=is_lower, transpose_a=turned, conjugate_a=conjugate), even, b)
                        a = np.tril(even) if is_lower else np.triu(even)
                        a = np.swapaxes(a, -1, -2) if turned else a
                        a = np.conj(a) if conjugate else a
                        assert off(a @ found if left else found @ a, b) < 30 * unit, (shape, left, is_lower, turned, conjugate)
        for shape in ((2, 21, 18), (90, 100), (100, 70)):
            x = support.sample(shape, dtype)
            packed, pivots, order = support.run("weft", lax.linalg.lu, x)
            steps = min(shape[-2:])
            lower = np.tril(packed, -1)[..., :steps] + np.eye(shape[-2], steps)
            # By the sum of the parts' magnitudes, so that quotients have a magnitude of at most the root of two.
            assert np.abs(lower).max() <= 1.4143
            assert off(lower @ np.triu(packed)[..., :steps, :], np.take_along_axis(x, order[..., None], -2)) < 100 * unit
            sizes = np.abs(x[..., 0].real) + np.abs(x[..., 0].imag)
            assert (pivots[..., 0] == sizes.argmax(-1)).all()
print("all right")
"""


def test_factors_of_complex_matrices() -> None:
    result = emulated(COMPLEX_FACTORS)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Lines with large primes, as convolutions of another length: one number alone must not spread over the others.
PRIMES = """
import jax, numpy as np
from jax import numpy as jnp

generator = np.random.default_rng(1)
for n in (4099, 8198):
    x = np.float32(generator.standard_normal((2, n)))
    x[1], x[1, 3] = 0, 1
    z = np.complex64(x * (1 + 0.5j))
    half = z[:, : n // 2 + 1]
    wide = z.astype("complex128")
    for actual, expected, scale in (
        (jax.jit(jnp.fft.fft)(z), np.fft.fft(wide), 1),
        (jax.jit(jnp.fft.ifft)(z), np.fft.ifft(wide), n),
        (jax.jit(jnp.fft.rfft)(x), np.fft.rfft(wide.real), 1),
        (jax.jit(lambda h: jnp.fft.irfft(h, n))(half), np.fft.irfft(wide[:, : n // 2 + 1], n), n),
        (jax.jit(lambda z: jnp.fft.fft(z, axis=0))(z.T).T, np.fft.fft(wide), 1),
    ):
        assert actual.dtype in ("complex64", "float32")
        off = np.abs(actual - expected).max(-1) * scale / np.abs(z).sum(-1)
        assert off.max() < 3e-7, off
print("all right")
"""


def test_lines_of_large_primes() -> None:
    result = emulated(PRIMES)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Reductions in blocks that do not divide them: the last is filled up, or there is a rest.
UNEVEN = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def check(function, *arguments, factor=16):
    actual, expected = support.run("weft", function, *arguments), support.run("cpu", function, *arguments)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=factor)

def reduce(x):
    along = 0 if x.shape[0] > 9 else 1
    return x.sum(dtype="float32"), x.sum(along, dtype="float32"), x.max(along), x.min(), x.argmax(along), x.argmin(along), x.max(initial=2)

for shape in ((65537,), (3, 50021), (4001, 37), (251, 257)):
    for dtype in ("float32", "bfloat16", "int32", "uint8"):
        check(reduce, support.sample(shape, dtype), factor=64)
x = support.sample((65537,), "float32")
for value in (np.nan, np.inf, -np.inf):
    for place in (65536, 0):
        y = x.copy()
        y[place] = value
        check(lambda y: (y.sum(), y.max(), y.min(), y.argmax(), y.argmin(), (y > 2).sum(), (1 / y).sum()), y)
check(lambda x: (x.argmax(), x.max(), x.argmin()), np.full(65537, -np.inf, np.float32))
check(lambda x: (x.argmax(), x.max(), x.argmin()), np.full(65537, -(2**31), np.int32))
check(lambda x: 1 / x.sum(), np.full(65537, -0.0, np.float32))
check(lambda x: (jnp.prod(1 + x * 1e-4), jnp.log(jnp.abs(x)).sum()), x, factor=64)
check(lambda x: jnp.tanh(x - x.mean(1, keepdims=True)).sum(), support.sample((331, 397), "float32"), factor=64)
check(lambda x: jax.nn.softmax(x, -1), support.sample((3, 50021), "bfloat16"))
check(lambda z: (z.sum(), z.sum(initial=2 + 1j)), support.sample((65537,), "complex64"), factor=64)
chain = lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1])
check(lambda x: lax.reduce((x, x), (np.float32(1), np.float32(0)), chain, (0,)), support.sample((16411,), "float32", low=0.9, high=1.0))
last = lambda a, b: (jnp.maximum(a[0], b[0]), jnp.where(b[0] >= a[0], b[1], a[1]))
check(lambda x: lax.reduce((x, lax.iota("int32", x.size)), (np.float32(-100), np.int32(-1)), last, (0,)), jnp.round(x))
print("all right")
"""


def test_uneven_blocks() -> None:
    result = emulated(UNEVEN)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Convolutions by products of tiles: every direction, layout and kind of window.
CONVOLUTIONS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

PLACES_LAST = ("NCHW", "OIHW", "NCHW")

def check(shape, kernel, strides=(1, 1), padding="SAME", dtype="float32", gradients=True, numbers=("NHWC", "HWIO", "NHWC"), **settings):
    x, k = support.sample(shape, "float32").astype(dtype), support.sample(kernel, "float32").astype(dtype)
    def convolve(x, k):
        return lax.conv_general_dilated(x, k, strides, padding, dimension_numbers=numbers, **settings)
    def both(x, k):
        y, back = jax.vjp(convolve, x, k)
        return y, *back(jnp.sign(y))
    function = both if gradients else convolve
    actual, expected = support.run("weft", function, x, k), support.run("cpu", function, x, k)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=16)

check((2, 9, 10, 40), (3, 3, 40, 24))
check((2, 9, 10, 40), (3, 3, 40, 24), dtype="bfloat16")
check((1, 20, 20, 64), (3, 3, 64, 128), dtype="float16", gradients=False)
check((2, 11, 10, 20), (3, 3, 20, 24), strides=(2, 2))
check((2, 11, 10, 20), (3, 2, 20, 24), rhs_dilation=(2, 3))
check((2, 6, 5, 20), (3, 3, 20, 24), padding=((1, 1), (2, 1)), lhs_dilation=(2, 3))
check((2, 3, 5, 20), (3, 3, 20, 24), padding=((1, 1), (2, 1)), lhs_dilation=(7, 5), gradients=False)
check((2, 20, 10, 9), (24, 20, 3, 3), numbers=PLACES_LAST)
check((2, 9, 10, 64), (3, 3, 16, 64), feature_group_count=4, dtype="bfloat16")
check((2, 9, 10, 12), (3, 3, 3, 8), feature_group_count=4)
check((2, 9, 10, 12), (3, 3, 1, 24), feature_group_count=12)
check((2, 12, 9, 10), (12, 1, 3, 3), feature_group_count=12, numbers=PLACES_LAST)
check((4, 9, 10, 8), (3, 3, 8, 24), batch_group_count=2, gradients=False)
check((2, 30, 20), (5, 20, 24), strides=(1,), numbers=("NWC", "WIO", "NWC"))
check((1, 5, 6, 7, 20), (3, 3, 3, 20, 16), strides=(1, 1, 2), numbers=("NDHWC", "DHWIO", "NDHWC"))
check((2, 9, 10, 40), (3, 3, 40, 24), dtype="int8", gradients=False)
check((2, 9, 10, 8), (3, 3, 8, 24), dtype="complex64", gradients=False)
check((1, 1, 1, 8), (1, 1, 8, 4))
# Sums over all places and the batch, in blocks.
check((16, 24, 24, 5), (3, 3, 5, 7), dtype="bfloat16")
print("all right")
"""


def test_convolutions() -> None:
    result = emulated(CONVOLUTIONS)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Elements that lie side by side in registers: complex numbers, what is stacked or interleaved, and pooling.
JOINS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def numbers(x):
    z = lax.complex(x, x[::-1])
    return z * z.T[: x.shape[0], : 1] + jnp.conj(z), jnp.abs(z), jnp.exp(z), z.real - z.imag, z.sum(1), z.mean(), jnp.cumsum(z, axis=1), z.T

def products(x):
    z = lax.complex(x, x[::-1])
    return z @ z.T, jnp.einsum("ij,ij->i", z, z), z @ z[0], (z + 0j).astype("complex128") @ z.T.astype("complex128")

def stacks(x):
    even, odd = x[:, 0:-1:2], x[:, 1::2][:, : (x.shape[1]) // 2]
    return (
        jnp.stack([x, x * 2], -1), jnp.stack([x, x * 2, x - 1], -1).reshape(x.shape[0], -1),
        jnp.stack([even - odd, odd + even], -1).reshape(x.shape[0], -1), lax.bitcast_convert_type(x, "uint8"),
    )

def pools(x):
    image = jnp.broadcast_to(x[None, :, :, None], (2, *x.shape, 3)) * jnp.arange(1.0, 4, dtype="float32")
    def pool(x, size, stride, padding):
        return lax.reduce_window(x, np.float32(-np.inf), lax.max, (1, size, size, 1), (1, stride, stride, 1), padding)
    def gradient(size, stride, padding):
        return jax.grad(lambda x: (pool(x, size, stride, padding) ** 2).sum())(jnp.round(image))
    mean = lambda x: (lax.reduce_window(x, np.float32(0), lax.add, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()
    first = jnp.moveaxis(jnp.round(image), 3, 1)
    last = jax.grad(lambda x: (lax.reduce_window(x, np.float32(-np.inf), lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID") ** 2).sum())(first)
    return gradient(3, 2, "SAME"), gradient(2, 2, "VALID"), gradient(2, 3, "VALID"), gradient(3, 1, "SAME"), jax.grad(mean)(image), last

jax.config.update("jax_enable_x64", True)
for function in (numbers, products, stacks, pools):
    for shape in ((5, 7), (34, 130)):
        x = support.sample(shape, "float32")
        actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
            support.close(left, right, factor=16)
print("all right")
"""


def test_joins() -> None:
    result = emulated(JOINS)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Steps of loops that the threads of a block share.
SHARED = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def recurrent(x):
    n = x.shape[1]
    w, u = x[:, :n // 2].T @ x[:, : n // 2] / n, x[: n // 2]
    def step(h, row):
        h = jnp.tanh(w @ h + u @ row)
        return h, h
    return lax.scan(step, jnp.zeros(n // 2, x.dtype), x[:20])
def gated(x):
    n = x.shape[1] // 4
    w = x[: n, : 2 * n]
    def step(carry, row):
        h, c = carry
        gates = h @ w + row[: 2 * n]
        i, g = jnp.split(gates, 2)
        c = jax.nn.sigmoid(i) * c + jnp.tanh(g)
        return (jnp.tanh(c)[::-1], c), (c.sum(), h)
    return lax.scan(step, (x[0, : n], x[1, : n]), x[:15])
def backwards(x):
    return jax.grad(lambda x: sum(y.sum() for y in jax.tree.leaves(gated(x))))(x)
def histories(x):
    def step(i, s):
        y, z = s
        before = lax.dynamic_index_in_dim(y, jnp.maximum(i - 1, 0), keepdims=False)
        return y.at[i].set(before * 0.5 + z[0]), jnp.roll(z, 1, axis=0) + before.mean()
    return lax.fori_loop(0, 9, step, (x[:10], x[5:17]))
def swaps(x):
    def step(i, s):
        a, b, c = s
        return b + 1, a.T.reshape(a.shape) - c.sum(), lax.cond(i % 3 == 0, lambda c: c * 2 - a[0], lambda c: c[::-1], c)
    return lax.fori_loop(0, 7, step, (x[:6], x[6:12], x[0]))
def until(x):
    return lax.while_loop(lambda s: jnp.abs(s[0]).max() > 0.05, lambda s: (s[0] * 0.7 - s[1].mean() * 0.1, s[1] * 0.9 + s[0][::-1] * 0.01), (x[0], x[1]))
def short(x):
    return jax.random.normal(jax.random.key(3), x.shape, x.dtype), lax.fori_loop(0, 5, lambda i, y: jnp.sin(y) + i, x)

x = support.sample(SHAPE, "float32") * 0.3
for function in (recurrent, gated, backwards, histories, swaps, until, short):
    actual, expected = support.run("weft", function, x), support.run("cpu", function, x)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=32)
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (20, 32)), ("1", (24, 44)), ("2", (40, 72))])
def test_shared_steps(seed: str, shape: tuple[int, int]) -> None:
    result = emulated(f"SHAPE = {shape}\n" + SHARED, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Places of extremes in rows that the threads of a block hold.
EXTREMES = """
import numpy as np, support
from jax import lax, numpy as jnp

rows = support.sample((300, 257), "float32")
odd = jnp.where(rows > 2, jnp.nan, jnp.where(jnp.abs(rows) < 0.3, rows * 0, jnp.round(rows)))
for y in (rows, odd, odd.astype("bfloat16"), jnp.full((300, 257), -jnp.inf), (rows * 2).astype("int8"), (jnp.abs(rows) * 2).astype("uint32"), odd.at[:, 7].set(jnp.nan)):
    for function in (lambda y: jnp.argmax(y, axis=1), lambda y: jnp.argmin(y, axis=1), lambda y: lax.argmax(y, 1, "uint8" if y.shape[1] < 256 else "int32")):
        assert np.array_equal(support.run("weft", function, y), support.run("cpu", function, y))
print("all right")
"""


def test_places_of_extremes() -> None:
    result = emulated(EXTREMES)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Loops that end when they end: the device is told several turns at once, and those behind the end do nothing.
TURNS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def turned(x):
    return x[::-1] + jnp.arange(x.size, dtype=x.dtype)
# Carries two arrays, one of which is copied in each turn.
def counted(x, n):
    return lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, turned(s[1]), s[2] + s[1].max() % 7), (0, x, x[::-1]))
def flagged(x, n):
    return lax.while_loop(lambda s: s[0], lambda s: (s[1] + 1 < n, s[1] + 1, turned(s[2])), (n > 0, 0, x))
def summed(x, n):
    return lax.while_loop(lambda s: (s[1] % 1000).sum() < n * 1000, lambda s: (s[1], turned(s[0]), s[2] + 1), (x, x * 0, 0))
def several(x, n):
    one = lambda x, n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, turned(s[1])), (0, x))
    return jax.vmap(one)(jnp.stack([x, x + 1, x + 2]), jnp.stack([n, n // 2, n + 1]))
def chosen(x, n):
    return lax.switch(n % 3, [lambda x: counted(x, n)[1], lambda x: jnp.sort(flagged(x, n)[2]), lambda x: x], x)
def inside(x, n):
    return lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, counted(s[1], n - s[0])[1]), (0, x))

x = np.arange(9001, dtype="int32") % 100
gpu = jax.devices("weft")[0]
for function in (counted, flagged, summed, several, chosen, inside):
    jitted = jax.jit(function)
    for n in COUNTS:
        # Runs of one graph, in other places.
        held = [jitted(jax.device_put(x, gpu), jax.device_put(np.int32(n), gpu)) for _ in range(2)]
        expected = support.run("cpu", function, x, np.int32(n))
        for actual in held:
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                np.testing.assert_array_equal(np.asarray(left), right, err_msg=f"{function.__name__} {n}")
donating = jax.jit(lambda x, n: counted(x, n)[1:], donate_argnums=0)
y = jax.device_put(x, gpu)
first, second = donating(y, 9)
assert y.is_deleted()
np.testing.assert_array_equal(np.asarray(first), support.run("cpu", counted, x, 9)[1])
print("all right")
"""


@pytest.mark.parametrize("seed, counts", [("0", (0, 1, 9)), ("1", (3, 8, 21))])
def test_turns_of_loops(seed: str, counts: tuple[int, ...]) -> None:
    result = emulated(f"COUNTS = {counts}\n" + TURNS, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Branches of a few kernels: those of all of them are launched, and do nothing where another one is taken.
BRANCHES = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

def widest(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (3, 3), (1, 1), "SAME")
# A copy beside a kernel, and results of which a branch changes one.
def pooled(x, i):
    return lax.cond(i == 1, lambda x, y: (widest(x), y), lambda x, y: (x, y + 1), x, x[:3])
# Kernels that need each other, a fill, and numbers out of range on either side.
def three(x, i):
    return lax.switch(i, [lambda x: widest(x * x.sum(1, keepdims=True)), jnp.zeros_like, lambda x: widest(widest(x) - x) + x[0]], x)
def nested(x, i):
    few = lambda x: lax.cond(i % 2 == 0, widest, lambda x: widest(x).T.reshape(x.shape), x)
    return lax.cond(i > 1, lambda x: few(x * 2), lambda x: x[::-1] - 1, x)
# Turns are told several at a time; the number of the branch is carried, and the branches make the next one.
def wander(x, i):
    branches = [lambda s: (widest(s[0]), s[1] * 0 + 2), lambda s: (s[0] - 1, s[1] - 1), lambda s: (widest(s[0]).T.reshape(s[0].shape), s[1] - 1)]
    turn = lambda s: (*lax.switch(s[1], branches, s[:2]), s[2] + 1)
    return lax.while_loop(lambda s: s[2] < 4 + i, turn, (x, i % 3, 0))
# Single numbers beside arrays: conjugate gradients, a line search, steps of an equation that are accepted or not.
def gradients(x, i):
    a, b = x @ x.T / 40 + jnp.eye(x.shape[0], dtype="float32"), x[:, 0]
    def turn(s):
        y, r, p, old, n = s
        ap = a @ p
        step = old / (p @ ap)
        r = r - step * ap
        return y + step * p, r, r + (r @ r) / old * p, r @ r, n + 1
    return lax.while_loop(lambda s: (s[3] > 1e-6) & (s[4] < 5 + i), turn, (0 * b, b, b, b @ b, 0))[0::4]
def searched(x, i):
    height = lambda t: jnp.mean((x - t * (x + i)) ** 2)
    return lax.while_loop(lambda s: (s[1] > 0.6) & (s[2] < 20), lambda s: (s[0] * 0.7, height(s[0]), s[2] + 1, s[3] * 1.5 + s[0]),
                          (jnp.float32(4), height(4.0), 0, jnp.float32(1)))
def stepped(x, i):
    slope = lambda t, y: jnp.sin(t) - y * (1 + i)
    def turn(s):
        t, y, h, n, refused = s
        middle = y + h / 2 * slope(t, y)
        end = y + h * slope(t + h / 2, middle)
        error = jnp.sqrt(jnp.mean((end - y - h * slope(t, y)) ** 2)) * 50
        good = error < 1
        t, y = lax.cond(good, lambda: (t + h, widest(end)), lambda: (t, y))
        return t, y, jnp.minimum(h * jnp.where(good, 1.25, 0.5), 1 - t), n + 1, refused + ~good
    return lax.while_loop(lambda s: (s[0] < 0.99) & (s[3] < 30), turn, (jnp.float32(0), x, jnp.float32(0.5), 0, 0))

x = support.sample((60, 41), "float32")
gpu = jax.devices("weft")[0]
for function in (pooled, three, nested, wander, gradients, searched, stepped):
    jitted = jax.jit(function)
    for i in NUMBERS:
        # Runs of one graph, in other places.
        held = [jitted(jax.device_put(x, gpu), jax.device_put(np.int32(i), gpu)) for _ in range(2)]
        expected = support.run("cpu", function, x, np.int32(i))
        for actual in held:
            for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
                np.testing.assert_allclose(np.asarray(left), right, rtol=3e-4, atol=3e-5, err_msg=f"{function.__name__} {i}")
print("all right")
"""


@pytest.mark.parametrize("seed, numbers", [("0", (0, 1, 2)), ("1", (-1, 3))])
def test_branches_that_do_nothing(seed: str, numbers: tuple[int, ...]) -> None:
    result = emulated(f"NUMBERS = {numbers}\n" + BRANCHES, WEFT_EMULATOR_SEED=seed)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


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
print("all right")
"""


def test_updates_in_their_order() -> None:
    result = emulated(ORDERED)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


DIGITS = """
import jax, numpy as np
generator = np.random.default_rng(1)
x, y = (np.float32(generator.standard_normal(shape)) for shape in ((48, 80), (80, 40)))
right = np.float64(x) @ np.float64(y)


def off(precision=None, **options):
    product = jax.jit(lambda x, y: jax.lax.dot(x, y, precision=precision), compiler_options=options)
    return np.linalg.norm(product(x, y) - right) / np.linalg.norm(right)


assert 1e-5 < off() < 1e-3, off()
assert 1e-5 < off("high") < 1e-3
assert off("highest") < 1e-6
assert off(weft_exact_products=True) < 1e-6
print("all right")
"""


def test_digits_of_products() -> None:
    result = emulated(DIGITS, JAX_DEFAULT_MATMUL_PRECISION="default")
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# The same bits in every run, alone and beside itself, threads and commands at other moments each time: sums,
# products, both gradients of a convolution, norms, running sums, extremes; scatters where that is asked for.
REPEATED = """
import concurrent.futures, jax, numpy as np, support
from jax import lax, numpy as jnp

def sums(x):
    return x.sum(), x.sum(0), jnp.cumsum(x, axis=1), x.std(1), jax.nn.logsumexp(x, axis=0)
def products(x):
    y = x.astype("bfloat16")
    return x @ x.T, y.T @ y, x @ x[0]
def training(x):
    image, window = x[:32, :30].reshape(2, 8, 10, 6), x[:27, :14].reshape(3, 3, 6, 7)
    numbers = ("NHWC", "HWIO", "NHWC")
    loss = lambda image, window: jnp.sin(lax.conv_general_dilated(image, window, (1, 1), "SAME", dimension_numbers=numbers)).sum()
    return jax.value_and_grad(loss, (0, 1))(image, window)
def scatters(x):
    return x.at[(jnp.abs(x[:, 0]) * 9).astype("int32")].add(x)
def order(x):
    return jnp.argsort(jnp.round(x), axis=1), lax.top_k(x, 5), x.argmax(1)

x = jax.device_put(support.sample((34, 130), "float32"), jax.devices("weft")[0])
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for function in (sums, products, training, scatters, order):
        options = {"xla_gpu_deterministic_ops": True} if function is scatters else {}
        program = jax.jit(function).lower(x).compile(options)
        bits = lambda _: b"".join(np.asarray(leaf).tobytes() for leaf in jax.tree.leaves(program(x)))
        first = bits(0)
        assert bits(0) == first, function
        assert all(each == first for each in pool.map(bits, range(2))), function
print("all right")
"""


def test_every_run_gives_the_same_bits() -> None:
    result = emulated(REPEATED)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Few long rows are scanned in a chain of parts, by blocks that wait for each other: in both directions, of every kind
# of carry (f64, pairs of f64, the elements' own type), the first row by more parts than a link of the chain has, and in a loop,
# where what blocks tell each other is forgotten each time.
CHAINED = """
import concurrent.futures, jax, numpy as np, support
from jax import lax, numpy as jnp

gpu = jax.devices("weft")[0]
random = np.random.default_rng(7)
def check(name, function, x, expected, bound):
    given = jax.device_put(x, gpu)
    program = jax.jit(function).lower(given).compile()
    runs = [np.asarray(program(given)) for _ in range(2)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs += pool.map(lambda _: np.asarray(program(given)), range(2))
    assert all(run.tobytes() == runs[0].tobytes() for run in runs), name
    error = np.abs(runs[0].astype(expected.dtype) - expected)
    assert (error <= bound).all(), (name, (error / np.maximum(bound, 1e-300)).max())

def sums(x, unit):
    exact = np.cumsum(x.astype(np.complex128 if np.iscomplexobj(x) else np.float64 if x.dtype != np.float64 else np.longdouble), -1)
    # weft/Support/Summation.h; and the rounding to the type.
    sizes = np.cumsum(np.abs(x.real.astype(np.float64)) + np.abs(x.imag.astype(np.float64)), -1)
    return exact, 47 * unit * sizes + np.abs(exact) * (2.0 ** -8 if x.dtype == jnp.bfloat16 else unit)

with jax.enable_x64(True):
    long = random.standard_normal((1, 2_100_003), np.float32)
    check("long", lambda x: jnp.cumsum(x, 1), long, *sums(long, 2.0 ** -24))
    # Pairs of f64 from link to link. What is exact has more digits than numpy's sums.
    equal = np.full((1, 1_100_003), 1.1)
    exact = np.arange(1, equal.size + 1) * np.longdouble(1.1)
    check("equal", lambda x: jnp.cumsum(x, 1), equal, exact, 48 * 2.0 ** -53 * exact)
    x = random.standard_normal((3, 20_011))
    for dtype, unit in (("float32", 2.0 ** -24), ("float64", 2.0 ** -53), ("bfloat16", 2.0 ** -24), ("complex64", 2.0 ** -24)):
        y = x.astype(dtype) * (1 + 0.5j if dtype == "complex64" else 1)
        y = y.astype(dtype)
        check(dtype, lambda x: jnp.cumsum(x, 1), y, *sums(y, unit))
    y = x.astype(np.float32)
    exact, bound = sums(y[:, ::-1], 2.0 ** -24)
    check("reverse", lambda x: lax.cumsum(x, 1, reverse=True), y, exact[:, ::-1], bound[:, ::-1])
    check("cummax", lambda x: lax.cummax(x, 1), y, np.maximum.accumulate(y, 1), 0)
    y = 1 + x.astype(np.float32) * 1e-4
    exact = np.cumprod(y.astype(np.float64), 1)
    check("cumprod", lambda x: lax.cumprod(x, 1), y, exact, np.abs(exact) * 20_011 * 2.0 ** -24)
    for dtype in ("int32", "int8", "uint16", "int64"):
        y = random.integers(0, 100, (2, 20_011)).astype(dtype)
        check(dtype, lambda x: jnp.cumsum(x, 1, dtype=x.dtype), y, np.cumsum(y, 1, dtype=dtype), 0)
    # The last part of a row is the last before a link, for which nobody waits.
    y = random.integers(-9, 10, (1, 256 * 4096))
    check("link", lambda x: lax.cumsum(x, 1, reverse=True), y, np.cumsum(y[:, ::-1], 1)[:, ::-1], 0)
    y = random.integers(-3, 4, (1, 9_001)).astype(np.int32)
    expected = y
    for _ in range(5):
        expected = np.cumsum(expected, 1, dtype=np.int32) % 1000
    check("loop", lambda x: lax.fori_loop(0, 5, lambda _, x: jnp.cumsum(x, 1, dtype=x.dtype) % 1000, x), y, expected, 0)
    many = lambda x: lax.while_loop(lambda s: s[1] < 5 + s[0][0, 0] * 0, lambda s: (jnp.cumsum(s[0], 1, dtype=x.dtype) % 1000, s[1] + 1), (x, 0))[0]
    check("unknown turns", many, y, expected, 0)
print("all right")
"""


def test_rows_in_a_chain() -> None:
    result = emulated(CHAINED, WEFT_CALIBRATION=str(INSTANT))
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


# Loops whose bodies the host has a part in: their conditions depend on what it gave, factors of LAPACK are steps of a scan.
FOLLOWED = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

calls = []
def half(v):
    calls.append(float(v[0]))
    return np.asarray(v) / 2
def called(x):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return lax.while_loop(lambda s: s[0][0] > 1, lambda s: (jax.pure_callback(half, shape, s[0]), s[1] + jnp.cumsum(s[0])), (x, x * 0))
def asked(x):
    # The condition itself calls.
    more = lambda v: np.bool_(v < 40)
    return lax.while_loop(lambda s: jax.pure_callback(more, jax.ShapeDtypeStruct((), bool), s[0]), lambda s: (s[0] * 3, s[1] + 1), (x[0], 0))
def nested(x):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    inner = lambda x: lax.while_loop(lambda y: y.sum() > 4, lambda y: jax.pure_callback(half, shape, y) + 0 * jnp.sort(y), x)
    return lax.fori_loop(0, 3, lambda i, x: lax.cond(x[0] > 1, inner, lambda x: x * 8 + i, x), x)
def factored(x):
    a = x[:5, None] * jnp.eye(5) + jnp.tri(5) * 0.1
    def step(a, i):
        values = jnp.sort(jnp.linalg.eigvals(a).real)
        s = jnp.linalg.svd(a + i, compute_uv=False)
        return a * 0.9 + values * 0.01, (values, s)
    return lax.scan(step, a + a.T, jnp.arange(3.0, dtype=x.dtype))

x = np.linspace(9, 2, 7, dtype=np.float32)
for function in (called, asked, nested, factored):
    jitted = jax.jit(function, device=jax.devices("weft")[0])
    expected = support.run("cpu", function, x)
    # The first run, and later ones with other places.
    for actual in [jitted(x) for _ in range(3)]:
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
            support.close(np.asarray(left), right, factor=50)
# Each turn is called once, in its order.
calls.clear()
jax.block_until_ready(jax.jit(called, device=jax.devices("weft")[0])(x))
assert calls == [9.0, 4.5, 2.25, 1.125], calls

# What is raised in a turn ends the run, and nothing else.
def refuse(v):
    if v[0] < 3:
        raise ValueError("a reason of its own")
    return np.asarray(v) / 2
def failing(x):
    return lax.while_loop(lambda y: y[0] > 1, lambda y: jax.pure_callback(refuse, jax.ShapeDtypeStruct(x.shape, x.dtype), y), x)
try:
    jax.block_until_ready(jax.jit(failing, device=jax.devices("weft")[0])(x))
    raise AssertionError("no error")
except jax.errors.JaxRuntimeError as error:
    assert "a reason of its own" in str(error), error
np.testing.assert_array_equal(jax.jit(lambda x: x + 1, device=jax.devices("weft")[0])(x), x + 1)
print("all right")
"""


def test_loops_with_parts_of_the_host() -> None:
    result = emulated(FOLLOWED)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout
