# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs on a GPU that is not there: how they queue behind each other, what the device decides in them, and arrays at their borders."""

import pathlib

import pytest
from emulated import NEEDS_EMULATOR, emulated, passes

pytestmark = NEEDS_EMULATOR

QUEUES = """
import jax, numpy as np, support
from jax import lax, numpy as jnp

a = support.sample((40, 40), "float32") / 8
x = support.sample((40,), "float32")
large = support.sample((110, 100), "float32")

# Steps that the threads of a block share.
def recurrence(a, x):
    def step(h, i):
        h = jnp.tanh(a @ h + x * i)
        return h, (h[::-1], h.sum())
    return lax.scan(step, x, jnp.arange(9, dtype="float32"))
def until(a, x):
    return lax.while_loop(lambda c: (jnp.abs(c[0]).max() < 20.0) & (c[2] < 30), lambda c: (c[1], c[0] * 1.3 + a[c[2]], c[2] + 1), (x, x * 2, 0))
def branches_inside(a, x):
    return lax.fori_loop(0, 12, lambda i, h: lax.cond(h[i] > 0, lambda h: h.at[i].set(-h[0]), lambda h: jnp.roll(h, 1) + 1, h), x)
def sorted_steps(a, x):
    return lax.fori_loop(0, 5, lambda i, h: (h[0] + h[1].sum(), h[1] * h[0] * 0.1 + x), (jnp.float32(1), x))

# Loops and branches of kernels, which the device decides.
def kernels(large, x):
    return lax.fori_loop(0, 40, lambda i, c: jnp.cumsum(c, axis=1) * 0.01 + large, large)
def counted(large, x):
    return lax.while_loop(lambda c: c[0].sum() < 1e5, lambda c: (jnp.abs(c[0]) + jnp.abs(large), c[1] + 1), (large, 0))
def chosen(large, x):
    branches = [lambda y: jnp.sort(y @ y.T), lambda y: (y * 2) @ y.T, lambda y: jnp.tanh(y) @ y.T]
    return [lax.switch(i, branches, large) for i in (x[0].astype(int), 1, 7)]
# Small ones are computed all, by kernels that choose.
def computed(large, x):
    branches = [lambda y: y.sum(1), lambda y: jnp.tanh(y)[:, 0], lambda y: y[:, 1] - y.max()]
    flipped = lax.cond(large[0, 0] > 0, lambda y: y.at[3].set(1.0), lambda y: y, large)
    return [lax.switch(i, branches, large) for i in (x[0].astype(int), 1, 7, -3)], flipped
def arms(large, x):
    choose = lambda i, c: lax.cond(i % 2 == 0, lambda c: c * 2 + 1, lambda c: jnp.sqrt(jnp.abs(c)), c)
    return lax.while_loop(lambda c: (c[0] < 5) & (c[1].sum() < 1e9), lambda c: (c[0] + 1, choose(*c)), (0, large))
def nested(large, x):
    return lax.fori_loop(0, 3, lambda i, c: lax.fori_loop(0, i, lambda j, c: jnp.cumsum(c, axis=0) * 0.1, c + 1), large)
def never(large, x):
    return lax.while_loop(lambda c: c.sum() > 1e9, lambda c: jnp.cumsum(c, axis=0), large), lax.fori_loop(0, 0, lambda i, c: c @ c.T @ c, large)

for function, first in ((recurrence, a), (until, a), (branches_inside, a), (sorted_steps, a), (kernels, large), (counted, large), (chosen, large), (computed, large), (arms, large), (nested, large), (never, large)):
    jitted = jax.jit(function)
    expected = support.run("cpu", function, first, x)
    arguments = [jax.device_put(each, jax.devices("weft")[0]) for each in (first, x)]
    # The first run of a program, and those as graphs, in other places.
    held = [jitted(*arguments) for _ in range(6)]
    for actual in held:
        for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected)):
            support.close(np.asarray(left), right, factor=64)

# Steps queue behind each other without memory for each of them.
gpu = jax.devices("weft")[0]
step = jax.jit(lambda y: jnp.cumsum(y, axis=1) * 0.5)
y = jax.device_put(np.ones((256, 1024), np.float32), gpu)
before = gpu.memory_stats()["peak_bytes_in_use"]
for _ in range(30):
    y = step(y)
y.block_until_ready()
assert gpu.memory_stats()["peak_bytes_in_use"] - before < 8 * y.nbytes, gpu.memory_stats()
# What arrives where a kernel is still at work waits for it.
for i in range(20):
    y = step(step(y))
    z = jax.device_put(np.full((256, 1024), i, np.float32), gpu)
    assert (np.asarray(z) == i).all()
# Donated results that are not there yet.
given = jax.jit(lambda y: y + 1, donate_argnums=0)
y = jax.device_put(np.zeros(1000, np.float32), gpu)
for _ in range(25):
    y = given(y)
assert (np.asarray(y) == 25).all()
print("all right")
"""


@pytest.mark.parametrize(("seed", "early"), [("0", "0"), ("1", "1")])
def test_queues_and_decisions(seed: str, early: str) -> None:
    """Also with kernels that are launched ahead of the end of those before."""
    passes(QUEUES, WEFT_EMULATOR_SEED=seed, WEFT_EARLY_LAUNCH=early)


BORDERS = """
import jax, numpy as np
from jax import numpy as jnp
from jax.experimental.layout import Format, Layout

gpu = jax.devices("weft")[0]
place = jax.sharding.SingleDeviceSharding(gpu)
x = np.arange(24, dtype=np.float32).reshape(4, 6)

# Arrays in another order than row-major, taken and given.
columns = jax.device_put(x, Format(Layout((0, 1)), place))
double = jax.jit(lambda x: x * 2 + jnp.arange(6), out_shardings=Format(Layout((0, 1)), place))
np.testing.assert_array_equal(double(columns), x * 2 + np.arange(6))

# Numbers narrower than a byte, negative ones too.
small = jnp.asarray(np.array([-8, -1, 0, 7]), dtype="int4")
np.testing.assert_array_equal(np.asarray(jax.jit(lambda x: -x)(small)).astype(int), [-8, 1, 0, -7])

# Arguments that are given away, and their memory with them.
step = jax.jit(lambda x: x + 1, donate_argnums=0)
given = jax.device_put(x, gpu)
taken = step(given)
assert given.is_deleted()
np.testing.assert_array_equal(taken, x + 1)

# Memory of the host that the device reaches.
host = place.with_memory_kind("pinned_host")
moved = jax.device_put(jnp.asarray(x), host)
np.testing.assert_array_equal(jax.jit(lambda x: x * 3, out_shardings=host)(moved), x * 3)

# Nothing stays behind.
sort = jax.jit(lambda x: jnp.sort(x * 2))
sort(x).block_until_ready()
before = gpu.memory_stats()["bytes_in_use"]
for _ in range(20):
    sort(x).block_until_ready()
assert gpu.memory_stats()["bytes_in_use"] == before, gpu.memory_stats()
print("all right")
"""


def test_borders() -> None:
    passes(BORDERS)


def test_the_interpreter_is_refused() -> None:
    result = emulated("import jax; jax.jit(lambda x: x + 1, compiler_options={'weft_engine': 'interpreter'})(1.0)")
    assert "is not compiled for a GPU" in result.stderr


def test_every_stage_is_checked() -> None:
    result = emulated(
        "import jax, jax.numpy as jnp; print(jax.jit(lambda x: jnp.sort(x) @ x.T)(jnp.ones((6, 5))).sum())",
        WEFT_CHECK_PASSES="1",
    )
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout.strip() == "180.0"
    assert "was not checked" not in result.stderr


@pytest.mark.parametrize("threads", ["1", "4"])
def test_many_calls(threads: str) -> None:
    """A few hundred of those that scripts/many-calls makes, from several threads."""
    script = pathlib.Path(__file__).parents[2] / "scripts" / "many-calls"
    program = f"import runpy, sys; sys.argv = ['many-calls', '--calls=256', '--threads={threads}', '--size=12', '--leak=1e9']; runpy.run_path({str(script)!r}, run_name='__main__')"
    result = emulated(program, WEFT_EMULATOR_RACES="0")
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-2000:]
    assert "ok: 256 calls on Weft emulated GPU, 0 wrong, 0 leaks" in result.stdout


def test_the_example_trains_here() -> None:
    """As `make demo` does where there is a GPU, in fewer steps; it says where it trains."""
    script = pathlib.Path(__file__).parents[2] / "examples" / "jax" / "transformer.py"
    options = ["--steps=6", "--width=8", "--context=8", "--batch=4"]
    program = f"import runpy, sys; sys.argv = ['', *{options}]; runpy.run_path({str(script)!r}, run_name='__main__')"
    result = emulated(program, WEFT_EMULATOR_RACES="0", JAX_PLATFORMS="weft")
    assert result.returncode == 0, result.stdout + result.stderr[-2000:]
    assert "on WeftCudaDevice(id=0) Weft emulated GPU" in result.stdout
    assert "loss fell" in result.stdout


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
    passes(REPEATED)
