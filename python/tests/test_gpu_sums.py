# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results of reductions and scans on a GPU that is not there: how they are taken apart, and put together."""

from emulated import INSTANT, NEEDS_EMULATOR, passes

pytestmark = NEEDS_EMULATOR

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
    passes(SUMS)


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
    passes(UNEVEN)


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
    passes(EXTREMES)


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
    passes(CHAINED, WEFT_CALIBRATION=str(INSTANT))


# Rows that several loops need, held in registers or on the chip: of whole vectors and of others, alone and with a second row.
LONG_ROWS = """
import jax, numpy as np, support
from jax import nn, numpy as jnp

random = np.random.default_rng(3)
def apart(x, g):
    # The sum of one row shares a loop with the maximum of the other, behind which the other sum comes.
    e = jnp.exp(x - x.max(-1, keepdims=True)).astype("float32")
    return g - g.astype("float32").sum(-1, keepdims=True) / e.sum(-1, keepdims=True) * e
def check(function, *arguments):
    left, right = support.run("weft", function, *arguments), support.run("cpu", function, *arguments)
    support.close(np.asarray(left).astype("float32"), np.asarray(right).astype("float32"), factor=64)
# Fewer rows would be taken apart, for several blocks each.
def rows(n, dtype="float32"):
    return jnp.asarray(random.standard_normal((264, n)), dtype)
check(apart, rows(16501), rows(16501))
check(nn.softmax, rows(33001, "bfloat16"))
# Few rows, whose exponentials in bf16 are computed again for their sums instead of stored.
check(nn.softmax, rows(40_001, "bfloat16")[:3])
print("all right")
"""


def test_long_rows() -> None:
    passes(LONG_ROWS)


# Rows in parts that have maxima and means of their own: even parts and others, rows that begin anywhere, of several dimensions;
# infinite elements, parts and rows of nothing but negative infinities, NaN; means far from zero. Against numbers of f64.
ROWS_IN_PARTS = """
import jax, numpy as np
from jax import nn, numpy as jnp

random = np.random.default_rng(4)
def check(name, got, expected, bound):
    got = np.asarray(got).astype(np.float64)
    assert got.shape == expected.shape, name
    finite = np.isfinite(expected)
    assert np.array_equal(got[~finite], expected[~finite], equal_nan=True), name
    assert (np.abs(got - expected)[finite] <= np.broadcast_to(bound, got.shape)[finite]).all(), name
def exponentials(x):
    x = x.astype(np.float64)
    most = x.max(-1, keepdims=True)
    beside = np.where(np.isfinite(most), most, 0)
    with np.errstate(all="ignore"):
        return np.exp(x - most), beside[..., 0] + np.log(np.exp(x - beside).sum(-1))
unit = 2.0 ** -24
def softmax(name, x, of=lambda x: x):
    e, logarithm = exponentials(np.asarray(of(x)))
    with np.errstate(all="ignore"):
        expected = e / e.sum(-1, keepdims=True)
    # What is subtracted is rounded, which the exponential shows as often as the difference is large.
    with np.errstate(all="ignore"):
        apart = 60 + np.abs(np.log(np.where(e > 0, e, 1)))
    check(name, jax.jit(lambda x: nn.softmax(of(x), -1))(x), expected, apart * unit * expected + 1e-37)
    check(name, jax.jit(lambda x: nn.logsumexp(of(x), -1))(x), logarithm, 60 * unit * (1 + np.abs(logarithm)))
def rows(*shape):
    return 5 * random.standard_normal(shape, np.float32)
softmax("even", rows(2, 40960))
softmax("uneven", rows(3, 40961))
softmax("one", rows(70_003))
softmax("dimensions", rows(2, 2, 36_864))
softmax("computed", jnp.asarray(rows(2, 40961), "bfloat16"), lambda x: x.astype("float32") * 0.5 - 3)
special = rows(6, 65536)
special[0, :9000] = -np.inf
special[1, :] = -np.inf
special[2, 8191] = np.inf
special[3, 65535] = np.nan
special[4, :] = -3e38
special[5, 40000:] = -np.inf
special[5, 77] = np.inf
softmax("special", special)

def norm(x, scale):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale, x.std(-1)
for name, x in [("even", rows(2, 40960)), ("far", rows(2, 40961) + 1000), ("one", rows(100_003)), ("equal", np.full((2, 40961), 0.1, np.float32))]:
    scale = rows(x.shape[-1])
    wide = x.astype(np.float64)
    mean = wide.mean(-1, keepdims=True)
    inverse = 1 / np.sqrt(wide.var(-1, keepdims=True) + 1e-5)
    got, deviation = jax.jit(norm)(x, scale)
    # The mean is as far off as its sum, and what is beside it with it.
    loss = 60 * unit * np.abs(wide).mean(-1, keepdims=True) * inverse
    check(name, got, (wide - mean) * inverse * scale, (loss + 60 * unit * np.abs(wide - mean) * inverse) * np.abs(scale))
    check(name, deviation, wide.std(-1), 60 * unit * (wide.std(-1) + np.abs(mean[..., 0])))
special = rows(3, 40961)
special[0, 9] = np.inf
special[1, 40000] = np.nan
got = np.asarray(jax.jit(lambda x: x.var(-1))(special))
assert np.isnan(got[:2]).all() and np.isfinite(got[2])

x = rows(2, 50_257)
program = jax.jit(lambda x: nn.softmax(x, -1))
assert np.array_equal(program(x), program(x))
print("all right")
"""


def test_rows_in_parts() -> None:
    passes(ROWS_IN_PARTS)


# The bounds of docs/checking.md hold: compiling fails where a stage leaves them.
CHECKED_PARTS = """
import jax, numpy as np
from jax import nn

random = np.random.default_rng(5)
x = random.standard_normal((2, 36_865), np.float32)
for function in [lambda x: nn.softmax(x, -1), lambda x: nn.logsumexp(30 * x, -1), lambda x: x.var(-1)]:
    jax.jit(function).lower(x).compile({"weft_check_passes": True})(x)
print("all right")
"""


def test_rows_in_parts_are_within_bounds() -> None:
    passes(CHECKED_PARTS)


# Gradients of norms: what is left of rows without their mean is computed again by what sums its columns, and both sums of columns
# are one kernel's, though one of them needs sums of rows.
GRADIENTS_OF_NORMS = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

random = np.random.default_rng(6)
def norm(x, scale, offset):
    y = x.astype("float32")
    mean = y.mean(-1, keepdims=True)
    variance = ((y - mean) ** 2).mean(-1, keepdims=True)
    return (((y - mean) * lax.rsqrt(variance + 1e-6)) * scale + offset).astype(x.dtype)
def gradients(x, scale, offset, t):
    result, backwards = jax.vjp(norm, x, scale, offset)
    return (result,) + backwards(t)
for rows, columns, dtype in [(520, 512, "float32"), (1031, 515, "bfloat16"), (333, 777, "float32")]:
    arguments = [jnp.asarray(random.standard_normal(shape), dtype) for shape in [(rows, columns)] * 2]
    arguments[1:1] = [jnp.asarray(random.standard_normal(columns), "float32") for _ in range(2)]
    for left, right in zip(*(support.run(platform, gradients, *arguments) for platform in ("weft", "cpu"))):
        support.close(np.asarray(left), np.asarray(right), factor=8)
print("all right")
"""


def test_gradients_of_norms() -> None:
    passes(GRADIENTS_OF_NORMS, WEFT_CALIBRATION=str(INSTANT))


# Log-softmax at labels is computed there alone: also where labels are outside, which gives NaN, or count from the end.
LABELS = """
import jax, numpy as np, support
from jax import nn, numpy as jnp

random = np.random.default_rng(7)
def chosen(x, labels):
    return jnp.take_along_axis(nn.log_softmax(x.astype("float32"), -1), labels[:, None], 1)
x = jnp.asarray(4 * random.standard_normal((6, 1001)), "bfloat16")
labels = np.array([0, 1000, 5, 1001, -1, -1002], np.int32)
left, right = (support.run(platform, chosen, x, labels) for platform in ("weft", "cpu"))
support.close(left, right, factor=4)
assert np.isnan(np.asarray(left))[[3, 5]].all()
jax.jit(chosen).lower(x, labels).compile({"weft_check_passes": True})(x, labels)
print("all right")
"""


def test_log_softmax_at_labels() -> None:
    passes(LABELS)
