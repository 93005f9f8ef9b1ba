# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Callbacks on a GPU that is not there: those without results in branches and in loops whose count only the device knows, which it leaves in a ring, and
those with results, for which the host follows the run."""

import pytest
from emulated import NEEDS_EMULATOR, emulated

pytestmark = NEEDS_EMULATOR

BEGIN = """
import emulated, gc, threading, time, jax, numpy as np, pytest
from jax import lax, numpy as jnp
from jax.experimental import io_callback

gpu = jax.devices("weft")[0]
seen, threads, gate = [], set(), threading.Event()
def note(*values):
    threads.add(threading.get_ident())
    gate.wait(60)
    seen.append(tuple(float(np.sum(v)) for v in values))
def check(expected):
    jax.effects_barrier()
    assert seen == expected, (len(seen), len(expected), seen[:9], expected[:9])
    assert threading.get_ident() not in threads
    seen.clear()
def until(step, count):
    return jax.jit(lambda x: lax.while_loop(lambda c: c[0] < count, lambda c: (c[0] + 1, step(*c)), (jnp.int32(0), x))[1])
"""


def run(program: str, **environment: str) -> None:
    result = emulated(BEGIN + program + "\nprint('all right')", **environment)
    assert result.returncode == 0, result.stderr[-3000:]
    assert "all right" in result.stdout


@pytest.mark.parametrize("seed, ordered", [("1", "True"), ("2", "False"), ("3", "False")])
def test_order_values_and_count(seed: str, ordered: str) -> None:
    run(
        """
ordered = ORDERED
def step(i, x):
    jax.debug.callback(note, i, x, ordered=ordered)
    y = jnp.sort(x) + 1
    io_callback(note, None, y[:3], y[0] < 4, jnp.zeros((0, 2)), ordered=ordered)
    io_callback(note, None, ordered=ordered)
    return y
looped, x = until(step, 40), np.arange(5, dtype=np.float32)[::-1]
def expected(x):
    for i in range(40):
        y = np.sort(x) + 1
        yield from ((float(i), float(x.sum())), (float(y[:3].sum()), float(y[0] < 4), 0.0), ())
        x = y
# The call comes back although nothing was called yet, and so do those behind it; for those that are ordered JAX waits.
results = [looped(x + k) for k in range(1 if ordered else 3)]
assert not seen and not results[0].is_ready()
gate.set()
results += [looped(x + k) for k in range(len(results), 3)]
for k in range(3):
    np.testing.assert_array_equal(results[k], np.arange(5) + k + 40)
check([e for k in range(3) for e in expected(x + k)])
""".replace("ORDERED", ordered),
        WEFT_EMULATOR_SEED=seed,
    )


def test_branches_and_loops_inside_of_each_other() -> None:
    run("""
gate.set()
branch = jax.jit(lambda x: lax.cond(x > 0, lambda x: (jax.debug.callback(note, x), x)[1], lambda x: x + 1, x))
assert [float(branch(x)) for x in (2.0, -2.0, 3.0)] == [2, -1, 3]
check([(2.0,), (3.0,)])
def chosen(i, x):
    jax.debug.callback(note, -i, ordered=True)
    def inside(c):
        j, x = c
        jax.debug.callback(note, i, j, ordered=True)
        return j + 1, x * 1.5
    def count(x):
        return lax.while_loop(lambda c: c[0] < i, inside, (jnp.int32(0), x))[1]
    return lax.switch(i % 3, [lambda x: x + 1, count, lambda x: (io_callback(note, None, x, ordered=True), x - 1)[1]], x)
def expected(x):
    for i in range(8):
        yield (-float(i),)
        yield from ((float(i), float(j)) for j in range(i) if i % 3 == 1)
        if i % 3 == 2:
            yield (x,)
        x = x + 1 if i % 3 == 0 else x - 1 if i % 3 == 2 else x * 1.5 ** i
mixed = until(chosen, 8)
for x in (1.0, 2.0):
    mixed(np.float32(x)).block_until_ready()
check([e for x in (1.0, 2.0) for e in expected(x)])
# In the condition, and in a loop of known count that is not written out.
asked = jax.jit(lambda x: lax.while_loop(lambda c: (jax.debug.callback(note, c, ordered=True), c < 4)[1], lambda c: c + 1, x))
assert int(asked(0)) == 4
check([(float(i),) for i in range(5)])
def known(i, x):
    jax.debug.callback(note, i, ordered=True)
    return jnp.sort(x)[::-1] + 1
jax.jit(lambda x: lax.fori_loop(0, 600, known, x))(jnp.arange(3.0)).block_until_ready()
check([(float(i),) for i in range(600)])
""")


def test_more_calls_than_slots() -> None:
    """Small ones have a few hundred, large ones two; what does not fit is followed."""
    run("""
many = until(lambda i, x: (jax.debug.callback(note, i, ordered=True), x + 1)[1], 1500)
result = many(np.float32(0))
time.sleep(0.5)
assert not seen
gate.set()
assert float(result) == 1500
check([(float(i),) for i in range(1500)])
large = until(lambda i, x: (jax.debug.callback(note, i, x, ordered=True), x + 1)[1], 7)
for size in ((1 << 18) + 3, 3 << 18):
    x = np.zeros(size, np.float32)
    np.testing.assert_array_equal(large(x), x + 7)
    jax.effects_barrier()
    assert seen == [(float(i), float(i * size)) for i in range(7)]
    seen.clear()
""")


def test_what_a_callback_raises_ends_the_run() -> None:
    """Also a loop without end, while bytes wait behind it; runs behind it are not concerned."""
    run("""
gate.set()
def refuse(i):
    note(i)
    if i == 3:
        raise ValueError("a reason of its own")
def endless(x):
    return lax.while_loop(lambda c: c >= 0, lambda c: (jax.debug.callback(refuse, c), (c + 1) % 1000)[1], x)
loop, fine = jax.jit(endless), until(lambda i, x: (jax.debug.callback(note, x), x + 1)[1], 2)
for _ in range(2):
    failing, next = loop(np.int32(0)), fine(np.float32(7))
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        failing.block_until_ready()
    assert float(next) == 9
    assert seen == [(0.0,), (1.0,), (2.0,), (3.0,), (7.0,), (8.0,)], seen
    seen.clear()
""")


def test_a_graph_that_cannot_be_launched() -> None:
    """It is no run: the device counts those that are, and is told to end the right one."""
    run("""
gate.set()
def refuse(i):
    if i == 3:
        raise ValueError("a reason of its own")
def step(c):
    jax.debug.callback(refuse, c)
    return jnp.where(c < 1000, (c + 1) % 1000, c + 1)
loop = jax.jit(lambda x: lax.while_loop(lambda c: c != 3000, step, x))
assert int(loop(np.int32(2990))) == 3000
emulated.refuse_call("cuGraphLaunch", result=701)
with pytest.raises(jax.errors.JaxRuntimeError, match="launching a graph"):
    loop(np.int32(2990)).block_until_ready()
for _ in range(2):
    with pytest.raises(jax.errors.JaxRuntimeError, match="a reason of its own"):
        loop(np.int32(0)).block_until_ready()
assert int(loop(np.int32(2990))) == 3000
""")


def test_runs_of_all_kinds_in_their_order() -> None:
    run("""
gate.set()
straight = jax.jit(lambda x: (io_callback(note, None, x, ordered=True), x + 1)[1])
looped = until(lambda i, x: (io_callback(note, None, x, ordered=True), x + 1)[1], 3)
answering = jax.jit(lambda x: io_callback(lambda v: (note(v), np.float32(v + 1))[1], jax.ShapeDtypeStruct((), "float32"), x, ordered=True))
x = jnp.float32(0)
for _ in range(20):
    x = straight(looped(looped(x)))
assert float(x) == 140
check([(float(i),) for i in range(140)])
# Those with results are followed, and made in the thread of the caller.
for _ in range(3):
    x = answering(looped(x))
assert float(x) == 152
jax.effects_barrier()
assert seen == [(float(i),) for i in range(140, 152)], seen
""")


def test_several_threads() -> None:
    run("""
gate.set()
def work(k):
    program = until(lambda i, x: (jax.debug.callback(note, x), x + 1)[1], 20)
    for r in range(5):
        assert float(program(np.float32(1000 * k + 100 * r))) == 1000 * k + 100 * r + 20
workers = [threading.Thread(target=work, args=(k,)) for k in range(1, 5)]
[w.start() for w in workers]
[w.join() for w in workers]
jax.effects_barrier()
for k in range(1, 5):
    assert [s for s in seen if s[0] // 1000 == k] == [(1000.0 * k + 100 * r + i,) for r in range(5) for i in range(20)]
""")


def test_callbacks_that_run_something_on_the_same_device() -> None:
    """It stands behind the loop in the queue, which goes on meanwhile."""
    run("""
gate.set()
double = jax.jit(lambda x: jnp.sort(x * 2))
inner = until(lambda i, x: (jax.debug.callback(note, x), x + 1)[1], 2)
def work(i):
    y = double(jax.device_put(np.full(3, i, np.float32), gpu))
    seen.append((float(y[0]), float(inner(jax.device_put(np.float32(100 * i), gpu)))))
outer = until(lambda i, x: (jax.debug.callback(work, i, ordered=True), x + 1)[1], 400)
small = until(lambda i, x: (jax.debug.callback(work, i, ordered=True), x + 1)[1], 3)
assert float(small(np.float32(0))) == 3
assert float(outer(np.float32(0))) == 400
check([e for n in (3, 400) for i in range(n) for e in ((100.0 * i,), (100.0 * i + 1,), (2.0 * i, 100.0 * i + 2))])
""")


def test_programs_that_are_gone_before_their_calls() -> None:
    run("""
for k in range(3):
    program = until(lambda i, x: (jax.debug.callback(note, i + x), x)[1], 300)
    result = program(np.float32(1000 * k))
    del program, result
    jax.clear_caches()
    gc.collect()
gate.set()
check([(1000.0 * k + i,) for k in range(3) for i in range(300)])
""")


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_loops_and_branches_between_callbacks_with_results(seed: str) -> None:
    """They are the device's, also inside of a loop that the host follows, and in several runs at once."""
    run(
        """
def ask(x):
    return jax.pure_callback(lambda v: np.float32(v) + 1, jax.ShapeDtypeStruct((), "float32"), x)
def inner(x, y):
    x = lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, jnp.roll(c[1], 1)[::-1] + y), (jnp.int32(0), x))[1]
    return lax.cond(x[0] > 50, lambda x: x - 1, lambda x: x.at[:5].set(jnp.cumsum(x[:5])), x)
def outer(i, x):
    return inner(x, ask(jnp.float32(i)))
program = jax.jit(lambda x: lax.fori_loop(0, 3, outer, inner(x, ask(x[1]))))
def expected(x):
    def inner(x, y):
        for _ in range(5):
            x = np.roll(x, 1)[::-1] + y
        return x - 1 if x[0] > 50 else np.append(np.cumsum(x[:5]), x[5:])
    x = inner(x, x[1] + 1)
    for i in range(3):
        x = inner(x, np.float32(i) + 1)
    return x
def work(k):
    # Too large for one kernel.
    x = np.arange(9000, dtype=np.float32) % 30 + k
    for _ in range(4):
        np.testing.assert_array_equal(program(x), expected(x))
        x[0] += 1
    threads.add(k)
workers = [threading.Thread(target=work, args=(k,)) for k in range(3)]
[w.start() for w in workers]
[w.join() for w in workers]
assert len(threads) == 3
""",
        WEFT_EMULATOR_SEED=seed,
    )


@pytest.mark.parametrize("size", [1, 200, 20000])
def test_what_stands_behind_a_callback_with_a_result_is_interrupted(size: int) -> None:
    """Ctrl-C while a loop without an end runs, in one kernel or by many."""
    run(f"""
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
def endless(x):
    y = jax.pure_callback(lambda v: (gate.set(), np.float32(v))[1], jax.ShapeDtypeStruct((), "float32"), x[0])
    return lax.while_loop(lambda s: s[0] >= 0, lambda s: jnp.flip(jnp.abs(s)), x + y)
worker = threading.Thread(target=lambda: jax.jit(endless)(jnp.ones({size})), daemon=True)
worker.start()
assert gate.wait(60)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    threading.Event().wait()
except KeyboardInterrupt:
    pass
""")


def test_checks_without_callbacks() -> None:
    """The device goes on; the run fails when it is over, and so does what stands behind it. In a loop without an end the check ends it."""
    run("""
from jaxlib import xla_client
def load(body):
    text = f"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{ {body} }}"
    return gpu.client.compile_and_load(text, xla_client.DeviceList((gpu,)), xla_client.CompileOptions())
def execute(program, x):
    return program.execute_sharded([x]).disassemble_into_single_device_arrays()[0][0]
CHECK = '''
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %ok = stablehlo.compare GT, %sum, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {has_side_effect = true, error_message = "the sum must be positive"} : (tensor<i1>) -> ()
'''
straight = load(CHECK + "%y = stablehlo.add %x, %x : tensor<4xf32> return %y : tensor<4xf32>")
looped = load('''
  %0 = stablehlo.while(%s = %x) : tensor<4xf32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {''' + CHECK.replace("%x", "%s") + '''
    %one = stablehlo.constant dense<1.0> : tensor<4xf32>
    %t = stablehlo.subtract %s, %one : tensor<4xf32>
    stablehlo.return %t : tensor<4xf32>
  }
  return %0 : tensor<4xf32>''')
def fails(result):
    with pytest.raises(jax.errors.JaxRuntimeError, match="the sum must be positive"):
        np.asarray(result)
positive, negative = (jax.device_put(np.full(4, v, np.float32), gpu) for v in (1, -1))
for _ in range(6):
    np.testing.assert_array_equal(execute(straight, positive), np.full(4, 2))
    failed = execute(straight, negative)
    behind = execute(straight, failed)
    fails(failed)
    fails(behind)
    fails(execute(looped, positive))
""")
