# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops in one kernel of a GPU that is not there, with steps that have algorithms of their own."""

import pytest
from emulated import NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

START = """
import jax, numpy as np, support
from jax import lax, numpy as jnp
from emulated import calls

def turns(step, *start):
    return lax.fori_loop(0, 4, lambda i, state: step(i, *state), start)
def kernels():
    return sum(map(calls, ["cuLaunchKernel", "cuLaunchKernelEx", "cuGraphAddKernelNode_v2"]))
def check(function, *arguments, ahead=0):
    before, conditions = kernels(), calls("cuGraphConditionalHandleCreate")
    actual = support.run("weft", function, *arguments)
    # No kernel beside the one, but for those that make what does not change; apart, a loop has as many as turns, or a condition.
    assert 1 <= kernels() - before <= 1 + ahead < 5, (function.__name__, kernels() - before)
    assert calls("cuGraphConditionalHandleCreate") == conditions, function.__name__
    expected = support.run("cpu", function, *arguments)
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
        support.close(left, right, factor=32)
"""

# Each place with all before it, or with those around it.
RUNNING = """
def sums(x):
    return turns(lambda i, x: (jnp.cumsum(x, 0) * 0.1 + jnp.cumsum(x[::-1], 1) * 0.05,), x)
def backwards(x):
    return turns(lambda i, x: (jnp.sin(lax.cumsum(x, axis=1, reverse=True) * 0.01 + lax.cumsum(x, axis=0, reverse=True) * 0.1),), x)
def extremes(x):
    return turns(lambda i, x: (jnp.sin(lax.cummax(x, reverse=True) + lax.cummin(x, axis=1) * i),), x)
def products(x):
    return turns(lambda i, x: (jnp.tanh(lax.cumprod(1 + x * 0.01, axis=1) - lax.cumlogsumexp(x, axis=0)),), x)
def wrapped(x):
    return turns(lambda i, n: (jnp.cumsum(n, 1, dtype="int8") + 1,), x)
def complexes(x):
    return turns(lambda i, z: (jnp.cumsum(z, 1) * (0.2 + 0.1j),), x)
def halves(x):
    return turns(lambda i, h: (jnp.tanh(jnp.cumsum(h, 1) * 0.01),), x)
def windows(x, y):
    smooth = lambda x: lax.reduce_window(x, 0.0, lax.add, (3, 5), (1, 1), "SAME") / 15
    pool = lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "SAME")
    return turns(lambda i, x, y: (smooth(x) + y.sum(), pool(x)), x, y)
def spread(x):
    return turns(lambda i, x: (lax.reduce_window(x, jnp.float32(1), lax.mul, (1, 3), (1, 1), [(0, 0), (4, 0)], window_dilation=(1, 2)) * 0.3,), x)
def places_of_most(x, n):
    best = lambda a, b: jax.tree.map(lambda p, q: jnp.where(b[0] > a[0], q, p), a, b)
    widest = lambda x, n: lax.reduce_window((x, n), (jnp.float32(-jnp.inf), jnp.int64(-1)), best, (2, 3), (1, 1), "SAME")
    return turns(lambda i, x, n: (jnp.sin(widest(x, n)[0] * 3), widest(x, n)[1] + i), x, n)
def until(x):
    return lax.while_loop(lambda x: jnp.cumsum(x, 1)[0, -1] > 1, lambda x: lax.cummax(x * 0.7), x)

x = support.sample(SHAPE, "float32") * 0.3
for function in (sums, backwards, extremes, products, spread, until):
    check(function, x)
check(wrapped, (x * 100).astype("int8"))
check(complexes, x + 1j * x[::-1])
check(halves, (np.abs(x) * 3).astype(int).astype("bfloat16"))
check(windows, x, np.ascontiguousarray(x[::2, ::2]))
check(places_of_most, x, np.arange(x.size, dtype="int64").reshape(x.shape))
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (2, 2)), ("1", (7, 43)), ("2", (3, 300)), ("3", (1, 3))])
def test_running_sums_and_windows(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + RUNNING, WEFT_EMULATOR_SEED=seed)


# Updates of several places, in their order, some of them outside.
SCATTERS = """
def rows_added(x):
    at = lambda x: (jnp.abs(x[:, 0]) * 100).astype(int) % (x.shape[0] + 2) - 1
    return turns(lambda i, x: (jnp.sin(x.at[at(x)].add(x[::-1] * 0.1, mode="drop")),), x)
def last_wins(x):
    at = lambda i: (jnp.arange(13) * 7 + i) % 5
    return turns(lambda i, x: (x.at[1, at(i) % x.shape[1]].set(x[0, 0] + jnp.arange(13, dtype=x.dtype)) + 0.5,), x)
def least(x):
    at = lambda x: (jnp.abs(x) * 100).astype(int) % x.shape[1]
    return turns(lambda i, x: (jnp.cos(x.at[jnp.arange(x.shape[0])[:, None], at(x)].min(x * 0.5)),), x)
def counts(n):
    return turns(lambda i, n: (n.at[n % n.size].add(1),), n)
def boxes(x):
    numbers = lax.ScatterDimensionNumbers((1, 2), (), (0, 1))
    def step(i, x):
        at = jnp.stack([jnp.arange(5) % 3 - 1, jnp.arange(5) * i % x.shape[1]], 1)
        return lax.scatter_mul(x, at, 1 + jnp.arange(5 * 2 * 2, dtype=x.dtype).reshape(5, 2, 2) * 0.01, numbers, mode="drop"),
    return turns(step, x)
def batches(x):
    one = lambda row, at: row.at[at].add(row[: at.size])
    return turns(lambda i, x: (jnp.sin(jax.vmap(one)(x, (jnp.abs(x[:, :4]) * 100).astype(int) % x.shape[1])),), x)
def complexes(x):
    return turns(lambda i, z: (z.at[:, jnp.array([1, 0, 1])].add(z[:, :1] * 0.1) * (0.9 + 0.1j),), x)

x = support.sample(SHAPE, "float32") * 0.3
for function in (rows_added, last_wins, boxes, batches):
    check(function, x)
check(least, x[:20])
check(counts, (np.abs(x[0]) * 1000).astype(int))
check(complexes, x + 1j * x[::-1])
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (3, 4)), ("1", (7, 43)), ("2", (30, 40))])
def test_scatters(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + SCATTERS, WEFT_EMULATOR_SEED=seed)


# Orders: of lines that are counted, and of those that are merged.
SORTS = """
def lines(x):
    return turns(lambda i, x: (jnp.sort(jnp.sin(x * 9 + i), axis=1) + jnp.sort(x, axis=0),), x)
def stable(n):
    return turns(lambda i, n: ((n[jnp.argsort(n // 7 % 5)] + i),), n)
def together(x, n):
    def step(i, x, n):
        flags, n, x = lax.sort((jnp.cos(x * 50) > 0, n, x * 0.9), num_keys=2, dimension=1)
        return jnp.where(flags, x, -x), n
    return turns(step, x, n)
def backwards(x):
    return turns(lambda i, x: (jnp.sort(x, axis=1, descending=True) * 0.9 + jnp.sin(x),), x)
def best(x):
    def step(i, x, found):
        values, places = lax.top_k(x, 3)
        return jnp.sin(x + values[:, :1]), found + places
    return turns(step, x, jnp.zeros((x.shape[0], 3), "int32"))
def special(x, signs):
    def step(i, x, signs):
        x = jnp.sort(jnp.where(x > 2, jnp.nan, jnp.where(x < -1, 0.0, x)) * -1, axis=1)
        return x, jnp.signbit(x) & ~jnp.isnan(x)
    return turns(step, x, signs)
def complexes(x):
    return turns(lambda i, z: (jnp.sort(jnp.round(z * 3), axis=1) * 0.5j,), x)

x = support.sample(SHAPE, "float32")
n = support.sample(SHAPE, "int32", seed=3)
for function in (lines, backwards, best):
    check(function, x)
check(stable, (np.abs(x[0]) * 1000).astype(int))
check(together, x, n)
check(special, x, x > 0)
check(complexes, x + 1j * x[::-1])
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (3, 4)), ("1", (5, 43)), ("2", (2, 107)), ("3", (1, 500)), ("4", (1, 3))])
def test_sorts(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + SORTS, WEFT_EMULATOR_SEED=seed)


# Sums over windows: borders, strides, holes in input and window, groups, windows turned around, and gradients to each operand.
CONVOLUTIONS = """
conv, general = lax.conv, lax.conv_general_dilated
LAST = ("NHWC", "HWIO", "NHWC")

def alive(n, k):
    def step(i, n):
        around = conv(n, k, (1, 1), "SAME")
        return ((around == 3) | ((n > 0) & (around == 2))).astype(n.dtype),
    return turns(step, n)
def features(x, w):
    return turns(lambda i, x: (jnp.tanh(conv(x, w, (1, 1), "SAME")) + i * x,), x)
def last(x, w):
    x, w = jnp.moveaxis(x, 1, 3), w.transpose(2, 3, 1, 0)
    return turns(lambda i, x: (jnp.sin(general(x, w, (1, 1), "SAME", rhs_dilation=(1, 2), dimension_numbers=LAST)),), x)
def line(x, k):
    return turns(lambda i, x: (jnp.tanh(conv(x[None, None], k[None, None], (1,), "SAME")[0, 0]),), x)
def strided(x, w):
    high, wide = x.shape[2:]
    borders = [(1, high % 2 == 0 and 2 or 1), (1, 1 - wide % 2)]
    def step(i, x):
        y = conv(x, w, (2, 2), "SAME") + i
        return x + jnp.tanh(general(y, w, (1, 1), borders, lhs_dilation=(2, 2))),
    return turns(step, x)
def grouped(x, w):
    return turns(lambda i, x: (jnp.tanh(general(x, w[:, :1], (1, 1), "SAME", feature_group_count=w.shape[0])) + x,), x)
def gradients(x, w):
    loss = lambda w: (jnp.tanh(conv(x, w, (1, 1), "VALID")) ** 2).mean()
    return turns(lambda i, w: (w - 0.1 * jax.grad(loss)(w),), w)
def narrow(h, w):
    return turns(lambda i, h: (jnp.tanh(conv(h, w, (1, 1), "SAME")),), h)
def one(x, w):
    return turns(lambda i, s, x: (s + conv(x, w, (1, 1), "VALID").max(), x * 0.9), jnp.float32(0), x)

x = support.sample((2, FEATURES, *SIZES), "float32") * 0.3
w = support.sample((FEATURES, FEATURES, 3, 2), "float32", seed=2) * 0.3
k = np.ones((1, 1, 3, 3), "int32")
k[0, 0, 1, 1] = 0
check(alive, (x[:1, :1] > 0).astype("int32"), k)
for function in (features, last, strided, grouped, gradients, one):
    check(function, x, w, ahead=2)
check(line, x.ravel()[:100], w.ravel()[:5])
check(narrow, x.astype("bfloat16"), w.astype("bfloat16"))
check(features, x.astype("float64"), w.astype("float64"))
print("all right")
"""


@pytest.mark.parametrize("seed, features, sizes", [("0", 1, (7, 9)), ("1", 3, (5, 8)), ("2", 20, (4, 3))])
def test_convolutions(seed: str, features: int, sizes: tuple[int, int]) -> None:
    passes(f"FEATURES, SIZES = {features}, {sizes}\n" + START + CONVOLUTIONS, WEFT_EMULATOR_SEED=seed)


# Factors of matrices and triangular systems, of batches, of complex numbers, and those that do not exist.
FACTORS = """
from jax.scipy import linalg

def definite(a):
    return a @ jnp.conj(jnp.swapaxes(a, -1, -2)) / a.shape[-1] + jnp.eye(a.shape[-1], dtype=a.dtype)
def cholesky(a):
    return turns(lambda i, a: (jnp.linalg.cholesky(definite(a)) * 0.5,), a)
def upper(a):
    return turns(lambda i, a: (lax.linalg.cholesky(definite(a), symmetrize_input=False).mT.conj() * 0.7 + i,), a)
def solved(a):
    return turns(lambda i, b: (jnp.linalg.solve(a + 3 * jnp.eye(a.shape[-1], dtype=a.dtype) * (1 + i), b) + a,), a)
def inverses(a):
    return turns(lambda i, a: (a * 0.5 + jnp.linalg.inv(a + 4 * jnp.eye(a.shape[-1], dtype=a.dtype)),), a)
def determinants(a):
    return turns(lambda i, a, d: (a[..., ::-1, :] * 0.9 + 0.1, d + jnp.linalg.det(a)), a, jnp.zeros(a.shape[:-2], a.dtype))
def exchanged(a):
    # The largest of a column are far down.
    def step(i, a, p):
        lu, pivots, permutation = lax.linalg.lu(a[..., ::-1, :])
        return lu * 0.3 + a * 0.5, permutation
    return turns(step, a, jnp.zeros(a.shape[:-1], "int32"))
def systems(a, b):
    def step(i, b, c):
        solve = lambda *all, **kinds: lax.linalg.triangular_solve(a + 2 * jnp.eye(a.shape[-1], dtype=a.dtype), *all, **kinds)
        left = solve(b, left_side=True, lower=True) + solve(b, left_side=True, lower=False, transpose_a=True, conjugate_a=True)
        right = solve(c, lower=True, unit_diagonal=True) - solve(c, lower=False, transpose_a=True)
        return left * 0.3 + jnp.swapaxes(right, -1, -2) * 0.1, right * 0.2
    return turns(step, b, jnp.swapaxes(b, -1, -2))
def missing(a):
    # Not positive, and singular.
    return turns(lambda i, a, b: (jnp.linalg.cholesky(a - 5), lax.linalg.lu(b * 0)[0]), definite(a), a)

a = support.sample((*BATCH, SIZE, SIZE), "float32") * 0.3
for function in (cholesky, upper, solved, inverses, determinants, exchanged, missing):
    check(function, a, ahead=3)
check(systems, np.tril(a) + np.triu(a), np.ascontiguousarray(a[..., :2]), ahead=3)
z = a + 1j * a[..., ::-1]
for function in (cholesky, solved):
    check(function, z, ahead=3)
check(systems, z, np.ascontiguousarray(z[..., :2]), ahead=3)
check(solved, a.astype("float64"), ahead=3)
print("all right")
"""


@pytest.mark.parametrize("seed, batch, size", [("0", (), 2), ("1", (), 7), ("2", (3,), 4), ("3", (2,), 9)])
def test_factors(seed: str, batch: tuple[int, ...], size: int) -> None:
    passes(f"BATCH, SIZE = {batch}, {size}\n" + START + FACTORS, WEFT_EMULATOR_SEED=seed)


# Fourier transforms of few points, there and back, of real and complex numbers, along other dimensions and several.
TRANSFORMS = """
def there(z):
    return turns(lambda i, z: (jnp.fft.fft(z) * (0.1 + 0.02j * i),), z)
def back(z):
    return turns(lambda i, z: (jnp.fft.ifft(z * 3, axis=0) + z,), z)
def real(x):
    return turns(lambda i, x: (jnp.fft.irfft(jnp.fft.rfft(x) * (0.5 + 0.1j), x.shape[-1]) + jnp.sin(x),), x)
def planes(x):
    def step(i, x, y):
        spectrum = jnp.fft.fft2(x) * 0.2
        return jnp.fft.ifft2(spectrum * (1 + i)).real, jnp.fft.irfft2(jnp.fft.rfft2(y) * 0.9, y.shape)
    return turns(step, x, x[::-1])
def symmetric(x):
    return turns(lambda i, x: (jnp.fft.hfft(x + 0.1j, x.shape[-1])[: x.shape[0]] * 0.1,), x)

x = support.sample(SHAPE, "float32")
for function in (real, planes, symmetric):
    check(function, x, ahead=1)
for function in (there, back):
    check(function, x + 1j * x[::-1])
check(real, x.astype("float64"))
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (2, 3)), ("1", (5, 16)), ("2", (3, 37)), ("3", (2, 96)), ("4", (1, 360))])
def test_transforms(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + TRANSFORMS, WEFT_EMULATOR_SEED=seed)


# Numbers that are drawn: by keys that are carried, folded in or scanned over, and what is made of them.
RANDOM = """
def walks(x):
    def step(i, x, key):
        key, own = jax.random.split(jax.random.wrap_key_data(key))
        return x + 0.1 * jax.random.normal(own, x.shape, x.dtype), jax.random.key_data(key)
    return turns(step, x, np.array([3, 5], "uint32"))
def metropolis(x):
    def step(x, key):
        move, take = jax.random.split(jax.random.wrap_key_data(key))
        y = x + 0.3 * jax.random.normal(move, x.shape, x.dtype)
        y = jnp.where(jnp.log(jax.random.uniform(take, x.shape[:1] + (1,), x.dtype)) < 0.5 * (x * x - y * y).sum(1, keepdims=True), y, x)
        return y, y.mean()
    return lax.scan(step, x, np.arange(8, dtype="uint32").reshape(4, 2))
def dropout(x, w):
    def step(i, w):
        keep = jax.random.bernoulli(jax.random.fold_in(jax.random.key(1), i), 0.8, x.shape)
        loss = lambda w: (jnp.tanh(jnp.where(keep, x / 0.8, 0) @ w) ** 2).mean()
        return w - 0.1 * jax.grad(loss)(w),
    return turns(step, w)
def particles(x):
    def step(i, p):
        key = jax.random.fold_in(jax.random.key(2), i)
        weights = jax.nn.softmax(-(p - 0.3) ** 2)
        return p[jax.random.choice(key, p.size, p.shape, p=weights)] * 0.9,
    return turns(step, x.ravel()[:60])
def shuffled(x):
    return turns(lambda i, x: (jax.random.permutation(jax.random.fold_in(jax.random.key(3), i), x) + 0.5,), x[0])
def spins(x):
    def step(i, s):
        around = sum(jnp.roll(s, shift, axis) for shift in (1, -1) for axis in (0, 1))
        drawn = jax.random.uniform(jax.random.fold_in(jax.random.key(4), i), s.shape, s.dtype)
        return jnp.where(drawn < jax.nn.sigmoid(0.8 * around), 1.0, -1.0).astype(s.dtype),
    return turns(step, jnp.sign(x))
def classes(x):
    return turns(lambda i, n: (jax.random.categorical(jax.random.fold_in(jax.random.key(5), i), x * n[0]),), jnp.ones(x.shape[0], int))
def other_bits(x):
    return turns(lambda i, x: (x * 0.9 + jax.random.normal(jax.random.fold_in(jax.random.key(6, impl="rbg"), i), x.shape, x.dtype),), x)

x = support.sample(SHAPE, "float32")
check(dropout, x, np.ascontiguousarray(x[:1].T) * 2, ahead=3)
for function in (walks, metropolis, particles, shuffled, spins, other_bits):
    check(function, x, ahead=3)
check(classes, x[:, :9], ahead=3)
print("all right")
"""


@pytest.mark.parametrize("seed, shape", [("0", (2, 2)), ("1", (7, 9)), ("2", (3, 80))])
def test_random_numbers(seed: str, shape: tuple[int, int]) -> None:
    passes(f"SHAPE = {shape}\n" + START + RANDOM, WEFT_EMULATOR_SEED=seed)
