# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of whole programs on a GPU that is not there, kernels of every family among them."""

import pytest
from emulated import FAR, NEEDS_EMULATOR, passes

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
    passes(PROGRAMS, WEFT_EMULATOR_SEED=seed)


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
    passes(f"SHAPES = ({shapes})\n" + BLOCKS, WEFT_EMULATOR_SEED=seed)


@pytest.mark.parametrize("shape", ["(70, 301)", "(2, 12005)"])
def test_blocks_that_count_in_64_bits(shape: str) -> None:
    passes(f"SHAPES = ({shape},)\n" + BLOCKS, WEFT_CALIBRATION=str(FAR))


# Fourier transforms of lines that lie one behind the other and side by side: one number alone must not spread over the others.
LINES = """
import jax, numpy as np
from jax import numpy as jnp

generator = np.random.default_rng(1)
for lines, n in SHAPES:
    x = np.float32(generator.standard_normal((lines, n)))
    x[-1], x[-1, 3] = 0, 1
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
        assert off.max() < 6e-7, (lines, n, off)
print("all right")
"""


@pytest.mark.parametrize("calibration", ["", str(FAR)], ids=["near", "far"])
@pytest.mark.parametrize(
    "shapes",
    [
        pytest.param("(2, 4099), (2, 8198)", id="primes"),  # convolutions of another length
        pytest.param("(129, 256), (3, 1000), (37, 8), (300, 64)", id="short"),  # several in a block, whose last one has fewer
        pytest.param("(3, 101), (66, 34)", id="long factors"),  # sums that loops make
        pytest.param("(2, 9000)", id="parts"),  # by two kernels
    ],
)
def test_fourier_transforms(shapes: str, calibration: str) -> None:
    passes(f"SHAPES = ({shapes},)\n" + LINES, WEFT_CALIBRATION=calibration)


@pytest.mark.parametrize("calibration", ["", str(FAR)], ids=["near", "far"])
@pytest.mark.parametrize("n", [47**3, 32771], ids=["three kernels", "arrays"])
def test_long_fourier_transforms(n: int, calibration: str) -> None:
    """By three kernels, and as a convolution of arrays."""
    passes(f"n = {n}" + """
import jax, numpy as np
from jax import numpy as jnp

z = np.complex64(np.random.default_rng(1).standard_normal((2, n)))
z = z[0] + 1j * z[1]
expected = np.fft.ifft(z.astype("complex128"))
assert np.abs(jax.jit(jnp.fft.ifft)(z) - expected).max() < 6e-7 * np.abs(expected).max()
print("all right")
""", WEFT_CALIBRATION=calibration)  # fmt: skip


def test_fourier_transforms_of_wide_numbers() -> None:
    passes("""
import jax, numpy as np
from jax import numpy as jnp

generator = np.random.default_rng(1)
for shape, axis in (((3, 250), 1), ((256, 5), 0), ((1, 20000), 1), ((2, 257), 1)):
    z = generator.standard_normal(shape) + 1j * generator.standard_normal(shape)
    for function, expected in ((jnp.fft.fft, np.fft.fft(z, axis=axis)), (jnp.fft.ifft, np.fft.ifft(z, axis=axis))):
        actual = jax.jit(lambda z: function(z, axis=axis))(z)
        assert actual.dtype == "complex128"
        assert np.abs(actual - expected).max() < 2e-15 * np.abs(expected).max()
print("all right")
""", JAX_ENABLE_X64="1")  # fmt: skip


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
    passes(JOINS)
