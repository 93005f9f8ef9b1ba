# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Callbacks without results that a GPU that is not there leaves behind its runs."""

import time

from emulated import NEEDS_EMULATOR, emulated, passes

pytestmark = NEEDS_EMULATOR

BEHIND = """
import threading, time, jax, numpy as np, pytest
from jax import lax, numpy as jnp
from jax.experimental import io_callback

# In the order of the program and of the runs; the run itself goes on.
seen, threads = [], set()
def note(*values):
    threads.add(threading.get_ident())
    seen.append(tuple(float(np.sum(v)) for v in values))
def program(x, ordered):
    io_callback(note, None, x[0], ordered=ordered)
    y = jnp.cumsum(x * 2)
    jax.debug.callback(note, y, x, ordered=ordered)
    z = jnp.sort(y)[::-1]
    io_callback(note, None, ordered=ordered)
    return z + 1
for ordered in (True, False):
    seen.clear()
    jitted = jax.jit(program, static_argnums=1)
    expected = []
    for i in range(40):
        x = np.full(20, i, np.float32)
        result = jitted(x, ordered)
        expected += [(float(i),), (float(np.cumsum(x * 2).sum()), float(x.sum())), ()]
    np.testing.assert_array_equal(result, np.cumsum(x * 2)[::-1] + 1)
    jax.effects_barrier()
    assert seen == expected, (seen[:9], expected[:9])
assert threading.get_ident() not in threads

# The call comes back although the callback does not; a result is there after it.
gate = threading.Event()
waiting = jax.jit(lambda x: (jax.debug.callback(lambda v: gate.wait(60), x), x + 1)[1])
result = waiting(1.0)
assert not result.is_ready()
gate.set()
assert float(result) == 2

# What it raises fails the run, and nothing else.
def refuse(value):
    raise ValueError("a reason of its own")
failing = jax.jit(lambda x: (io_callback(refuse, None, x), x * 2)[1])
for _ in range(3):
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        failing(jnp.ones(3)).block_until_ready()
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        jax.block_until_ready(jax.jit(lambda x: x + 1)(failing(jnp.ones(3))))
try:
    jax.effects_barrier()
except jax.errors.JaxRuntimeError:
    pass

# More runs than may be ahead of their calls, and programs inside of callbacks that have callbacks.
count = []
inner = jax.jit(lambda x: (jax.debug.callback(lambda v: count.append(0), x), x + 1)[1])
outer = jax.jit(lambda x: (jax.debug.callback(lambda v: (time.sleep(1e-3), inner(np.float32(1)))[0], x), x + 1)[1])
y = jnp.float32(0)
for _ in range(300):
    y = outer(y)
assert float(y) == 300
jax.effects_barrier()
for _ in range(100):
    if len(count) == 300:
        break
    time.sleep(0.05)
assert len(count) == 300, len(count)

# And that wait for what they begin. JAX's default inside of callbacks is the processor.
gpu, log = jax.devices("weft")[0], []
inner = jax.jit(lambda x: (jax.debug.callback(lambda v: log.append(float(v[0])), x), jnp.sort(jnp.cumsum(x)))[1])
def wait(value):
    log.append(-float(inner(inner(jax.device_put(np.full(3, value), gpu))).block_until_ready()[1]))
outer = jax.jit(lambda x: (jax.debug.callback(wait, x), x + 1)[1])
y = jnp.float32(1)
for _ in range(4):
    y = outer(y)
jax.effects_barrier()
assert log == [x for i in (1, 2, 3, 4) for x in (i, i, -3 * i)], log

# What they begin may have to wait for arguments that are on their way: in pieces, or turned on the way.
log = []
inner = jax.jit(lambda x: (jax.debug.callback(lambda v: log.append(float(v)), x[0, 1]), x[0, 1] * 2)[1])
def wait_longer(value):
    for array in (np.full((1500, 1500), value), np.full((1500, 1500), value + 1).T, np.full((3, 2), value + 2).T):
        log.append(-float(inner(jax.device_put(array, gpu))))
outer = jax.jit(lambda x: (jax.debug.callback(wait_longer, x), x + 1)[1])
y = jnp.float32(1)
for _ in range(3):
    y = outer(y)
jax.effects_barrier()
assert log == [x for i in (1, 2, 3) for j in (0, 1, 2) for x in (i + j, -2 * (i + j))], log

# Large arrays, and callbacks that make large transfers.
sums = []
def send(large, number):
    sums.append(float(jax.device_put(np.full(3 << 20, number + large[-1]), gpu)[7]))
sending = jax.jit(lambda x, i: (jax.debug.callback(send, x, i), i + 1)[1])
large, i = jnp.ones(1 << 19), jnp.float32(0)
for _ in range(40):
    i = sending(large, i)
jax.effects_barrier()
assert sums == [i + 1.0 for i in range(40)], sums

# Inside of loops that are written out each turn has its own copies, also in other places than those of the first run.
log, gate = [], threading.Event()
def looped(x):
    def step(i, c):
        jax.debug.callback(lambda v, c: (gate.wait(60), log.append((int(v), float(c.sum())))), i, c, ordered=True)
        def inside(j, c):
            io_callback(lambda j: log.append(-int(j)), None, 10 * i + j, ordered=True)
            return jnp.sort(c)
        return lax.fori_loop(0, 2, inside, c + 1)
    return lax.fori_loop(0, 4, step, x)
jitted = jax.jit(looped)
held = [jitted(jnp.full(3, 0.0))]
assert log == [] and not held[0].is_ready()
gate.set()
held += [jitted(jnp.full(3, float(i))) for i in (1, 2)]
assert [float(y[0]) for y in held] == [4.0, 5.0, 6.0]
jax.effects_barrier()
assert log == [x for k in range(3) for i in range(4) for x in ((i, 3.0 * (k + i)), -10 * i, -10 * i - 1)], log
print("all right")
"""


def test_callbacks_behind_runs() -> None:
    passes(BEHIND)


def test_callback_that_begins_a_run_on_what_it_stands_behind() -> None:
    """The array is in a queue, and its calls are behind the one that begins the run: that does not wait for them."""
    result = emulated("""
import time, jax
gpu = jax.devices("weft")[0]
twice = jax.jit(lambda v: (jax.debug.callback(lambda q: None, v), v * 2)[1])
twice(jax.device_put(0.0, gpu)).block_until_ready()
held = {}
def begin(v):
    while "y" not in held:
        time.sleep(0.01)
    held["z"] = twice(held["y"])
held["y"] = jax.jit(lambda x: (jax.debug.callback(begin, x), x + 1)[1])(jax.device_put(1.0, gpu))
jax.effects_barrier()
print(float(held["z"]))
""")
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout.split() == ["4.0"]


def test_callbacks_under_way_at_the_end() -> None:
    """The process ends when all of them were made, and not long after."""
    begun = time.monotonic()
    result = emulated("""
import time, jax
step = jax.jit(lambda x: (jax.debug.callback(lambda v: (time.sleep(0.02), print(int(v), flush=True)), x), x + 1)[1])
x = 1.0
for _ in range(25):
    x = step(x)
""")
    assert result.returncode == 0, result.stderr[-2000:]
    assert result.stdout.split() == [str(i) for i in range(1, 26)]
    assert time.monotonic() - begun < 40
