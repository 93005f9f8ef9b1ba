# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the threads of scripts/soak do.

An action is a function of a random generator. It raises Wrong when a result is, returns True when it had an error that it
meant to have, and leaves nothing behind on the device.
"""

import contextlib
import functools
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import io_callback
from jaxlib import xla_client

import support
import workload

Action = Callable[[random.Random], bool | None]
_devices: list[Any] = []


class Wrong(Exception):
    pass


def same(actual: Any, expected: Any, what: str) -> None:
    for left, right in zip(jax.tree.leaves(actual), jax.tree.leaves(expected), strict=True):
        left, right = np.asarray(left), np.asarray(right)
        if left.dtype != right.dtype or left.shape != right.shape or left.tobytes() != right.tobytes():
            raise Wrong(f"{what}: {left.ravel()[:4]} and so on, not {right.ravel()[:4]}")


@contextlib.contextmanager
def fails(*words: str) -> Iterator[None]:
    """Something in it raises an error that says one of the words."""
    try:
        yield
    except Wrong:
        raise
    except Exception as error:
        if not any(word in str(error) for word in words):
            raise
        return
    raise Wrong(f"no error that says {' or '.join(words)}")


def on_device(choice: random.Random, array: np.ndarray) -> jax.Array:
    return jax.device_put(array, choice.choice(_devices))


# Programs of every kind: the first result is compared with JAX's CPU back end, the others with the first.

# What another order of a sum may change by, for sums of numbers of very different sizes.
FACTOR = 1e4


_kinds: dict[str, workload.Program] = {}


def choose_kinds(count: int) -> None:
    """Smaller than they are elsewhere, so that many calls are made."""

    def shorten(array: np.ndarray) -> np.ndarray:
        return array[: 1 + len(array) // 8] if array.ndim == 1 and array.size > 100_000 else array

    every = workload.programs()
    for name in list(every)[:: max(1, len(every) // count)]:
        function, arguments = every[name]
        _kinds[name] = function, tuple(shorten(argument) for argument in arguments)


_first: dict[str, Any] = {}
_lock = threading.Lock()


def first_result(name: str, compute: Callable[[], Any]) -> Any:
    with _lock:
        if name not in _first:
            _first[name] = jax.tree.map(np.array, compute())  # Copies: a view would keep the device's memory.
        return _first[name]


def compare_with_cpu() -> list[str]:
    """Which kinds are wrong."""
    wrong = []
    for name, (function, arguments) in _kinds.items():
        for device in _devices:
            on_this = program(name, device)(*jax.device_put(arguments, device))
            result = first_result(name, lambda: on_this)
            same(on_this, result, name)
        expected = support.run("cpu", function, *arguments)
        for left, right in zip(jax.tree.leaves(result), jax.tree.leaves(expected), strict=True):
            # The bits of a NaN, ties and places are compared as values; sums of large and small numbers loosely.
            scale = np.max(np.abs(right.astype(complex)), initial=1, where=np.isfinite(right.astype(complex)))
            difference = np.abs(left.astype(complex) - right.astype(complex))
            tolerance = support.TOLERANCE.get(right.dtype.name, 0) * FACTOR
            if np.any(difference > tolerance * scale) or np.any(np.isnan(left) != np.isnan(right)):
                print(f"wrong: {name}: {left.ravel()[:4]} and so on, JAX's CPU back end: {right.ravel()[:4]}", flush=True)
                wrong.append(name)
    return wrong


@functools.cache
def program(name: str, device: Any) -> Any:
    """Kept, so that it is compiled once."""
    function, arguments = _kinds[name]
    with jax.default_device(device):
        return jax.jit(function).lower(*arguments).compile()


def call_one(choice: random.Random) -> tuple[str, list[jax.Array], Any]:
    name, device = choice.choice(list(_kinds)), choice.choice(_devices)
    arguments = [jax.device_put(argument, device) for argument in _kinds[name][1]]
    return name, arguments, program(name, device)(*arguments)


def run_a_kind(choice: random.Random) -> None:
    name, _, result = call_one(choice)
    same(result, _first[name], name)


def delete_while_running(choice: random.Random) -> None:
    name, arguments, result = call_one(choice)
    for argument in arguments:
        argument.delete()
    same(result, _first[name], f"{name} with its arguments deleted")


def drop_results(choice: random.Random) -> None:
    call_one(choice)


def interpret(choice: random.Random) -> None:
    engine = {"weft_engine": "interpreter"}
    x = np.arange(24, dtype=np.float32).reshape(4, 6)
    result = jax.jit(lambda x: (jnp.sin(x) @ x.T).sum(0), compiler_options=engine)(x)
    same(result, first_result("interpreted", lambda: result), "interpreted")


def compile_a_new_program(choice: random.Random) -> None:
    """Integers, so that the result is known."""
    rows, columns, factor = choice.randint(1, 70), choice.randint(1, 90), choice.randint(-50, 50)
    x = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    result = jax.jit(lambda x: (jnp.sort(x * factor, 1)[:, ::-1].cumsum(1), (x.T @ x).max(0)))(on_device(choice, x))
    expected = np.sort(x * factor, 1)[:, ::-1].cumsum(1, dtype=np.int32), (x.T @ x).max(0)
    same(result, expected, f"a new program of {rows}x{columns} and {factor}")


def compile_one_of_few(choice: random.Random) -> None:
    """The same text every time, so that caches are asked."""
    factor = choice.randint(0, 5)
    result = jax.jit(lambda x: jnp.tanh(x * factor).sum(0))(np.ones((33, 65), np.float32))
    same(result, first_result(f"one of few {factor}", lambda: result), f"one of few programs, {factor}")


def donate(choice: random.Random) -> None:
    step = jax.jit(lambda x, y: (x * 2 + y, y), donate_argnums=(0, 1))
    size, turns = choice.choice([3, 1000, 100_000]), choice.randint(1, 20)
    x, y = on_device(choice, np.zeros(size, np.float32)), np.ones(size, np.float32)
    y = jax.device_put(y, x.device)
    for _ in range(turns):
        x, y = step(x, y)
    same(x, np.full(size, 2.0**turns - 1, np.float32), "a donated array")


def donate_and_use(choice: random.Random) -> bool:
    x = on_device(choice, np.ones(5000, np.float32))
    result = jax.jit(lambda x: x + 1, donate_argnums=0)(x)
    with fails("deleted", "donated"):
        np.asarray(x)
    same(result, np.full(5000, 2, np.float32), "a donated array")
    return True


def transfer(choice: random.Random) -> None:
    kind = choice.choice(support.FLOATS + support.INTEGERS + support.COMPLEX + ("bool", "int4", "float8_e4m3fn"))
    array = support.sample((choice.randint(0, 300), choice.randint(1, 30)), kind, choice.randint(0, 1000))
    there = on_device(choice, array)
    elsewhere = jax.device_put(there, choice.choice(_devices), may_alias=False)
    there.delete()
    same(elsewhere, array, f"{kind} taken to a device, another and back")


def call_back(choice: random.Random) -> None:
    shape = jax.ShapeDtypeStruct((50,), np.float32)
    call = choice.choice([jax.pure_callback, io_callback])
    program = jax.jit(lambda x: call(lambda v: np.asarray(v) * 2, shape, jnp.cumsum(x)) + 1)
    same(program(np.ones(50, np.float32)), np.arange(1, 51, dtype=np.float32) * 2 + 1, "a callback")


def call_back_and_fail(choice: random.Random) -> bool:
    def refuse(value: Any) -> Any:
        raise ValueError("on purpose")

    program = jax.jit(lambda x: jax.pure_callback(refuse, jax.ShapeDtypeStruct(x.shape, x.dtype), x * 2) + 1)
    with fails("on purpose"):
        jax.block_until_ready(program(np.ones(50, np.float32)))
    return True


def ask_for_too_much(choice: random.Random) -> bool:
    program = jax.jit(lambda n: jnp.sort(jnp.zeros((1 << 42,), jnp.float32) + n))
    with fails("RESOURCE_EXHAUSTED"):
        jax.block_until_ready(program(np.float32(1)))
    return True


def use_what_is_deleted(choice: random.Random) -> bool:
    x = on_device(choice, np.ones(100, np.float32))
    x.delete()
    with fails("deleted"):
        jax.block_until_ready(jax.jit(lambda x: x + 1)(x))
    return True


# Programs as text, for what JAX does not write: several replicas, checks that fail, clients of one's own.

SUM_UP = """
  %sum = "stablehlo.all_reduce"(%x) <{{replica_groups = dense<[{all}]> : tensor<1x{count}xi64>}}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }}) : (tensor<8xf32>) -> tensor<8xf32>
"""
LAST_FAILS = """
  %id = stablehlo.replica_id : tensor<ui32>
  %last = stablehlo.constant dense<{last}> : tensor<ui32>
  %ok = stablehlo.compare NE, %id, %last : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {{has_side_effect = true, error_message = "the last one fails"}} : (tensor<i1>) -> ()
"""
# Ends only because another replica fails.
FOR_EVER = """
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %turns = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %true = stablehlo.constant dense<true> : tensor<i1>
      stablehlo.return %true : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
"""


def module(body: str, result: str) -> str:
    return f"func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {{ {body} return {result} : tensor<8xf32> }}"


def on_all(client: Any, devices: list[Any], program: str) -> list[np.ndarray]:
    count = len(devices)
    options = xla_client.CompileOptions()
    options.num_replicas = count
    loaded = client.compile_and_load(program.encode(), xla_client.DeviceList(tuple(devices)), options)
    sharding = jax.sharding.NamedSharding(jax.sharding.Mesh(np.array(devices), ("x",)), jax.sharding.PartitionSpec("x"))
    parts = [jax.device_put(np.full(8, n, np.float32), device) for n, device in enumerate(devices)]
    array = jax.make_array_from_single_device_arrays((8 * count,), sharding, parts)
    (results,) = loaded.execute_sharded([array]).disassemble_into_single_device_arrays()
    return [np.asarray(result) for result in results]


def texts(count: int) -> dict[str, str]:
    names = {"all": str(list(range(count))), "count": count, "last": count - 1}
    sum_up, last_fails = SUM_UP.format(**names), LAST_FAILS.format(**names)
    return {
        "sum": module(sum_up, "%sum"),
        "fails": module(last_fails + sum_up, "%sum"),
        "cancelled": module(last_fails + FOR_EVER + sum_up, "%sum"),
    }


def run_replicas(choice: random.Random) -> None:
    count = len(_devices)
    for result in on_all(_devices[0].client, _devices, texts(count)["sum"]):
        same(result, np.full(8, count * (count - 1) / 2, np.float32), "a sum over replicas")


def fail_in_one_replica(choice: random.Random) -> bool:
    """The others wait for it, or compute for ever."""
    with fails("the last one fails"):
        on_all(_devices[0].client, _devices, texts(len(_devices))[choice.choice(["fails", "cancelled"])])
    return True


def load_nonsense(choice: random.Random) -> bool:
    text = texts(1)["sum"].encode()
    broken = choice.choice([b"", b"ML\xefR" + b"\0" * 40, text[: choice.randrange(len(text) - 4)]])
    with fails(""):
        _devices[0].client.compile_and_load(
            broken, xla_client.DeviceList((_devices[0],)), xla_client.CompileOptions()
        )
    return True


# Clients and processes that end.

_one_client_at_a_time = threading.Lock()


def come_and_go(choice: random.Random) -> None:
    """A client of one's own, which ends while its programs may still run."""
    with _one_client_at_a_time:  # Each has threads.
        client = xla_client.make_c_api_client("weft", {"num_devices": 2, "num_threads": choice.randint(1, 4)})
        results = on_all(client, client.devices(), texts(2)["sum"])
        same(results[0], np.full(8, 1, np.float32), "a sum over the replicas of another client")
        loaded = client.compile_and_load(
            module("%y = stablehlo.sine %x : tensor<8xf32>", "%y").encode(), xla_client.DeviceList((client.devices()[0],)),
            xla_client.CompileOptions(),
        )  # fmt: skip
        loaded.execute_sharded([jax.device_put(np.ones(8, np.float32), client.devices()[0])])
        del loaded, client


# The daemon thread stays inside one program and its callbacks, which the plugin looks after. In most other places of jaxlib
# Python would end the process with a crash, whatever the back end.
ENDING = """
import threading, jax, jax.numpy as jnp, numpy as np
x = np.ones((300, 300), np.float32)
shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
endless = jax.jit(lambda x: jax.lax.while_loop(lambda s: s[0, 0] >= 0, lambda s: jnp.abs(s), x))
slow = jax.jit(lambda x: x @ x @ x @ x)
started = threading.Event()
turn = lambda i, x: jax.pure_callback(lambda v: (started.set(), np.asarray(v) + 1)[1], shape, x)
threading.Thread(target=lambda: jax.jit(lambda x: jax.lax.fori_loop(0, 10**9, turn, x))(x), daemon=True).start()
assert started.wait(60)
kept = [slow(x) for _ in range(5)]
if {endless}:
    kept.append(endless(x))
print("ending")
"""


def end_a_process(choice: random.Random) -> None:
    """While it computes, calls back and holds results that are not ready."""
    program = ENDING.format(endless=choice.random() < 0.5)
    # With one thread the endless program would run in the thread that is to end.
    options = f"num_devices:2;num_threads:{choice.randint(2, 4)}"
    run = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", program], capture_output=True, text=True, timeout=110, check=False,
        env={**os.environ, "WEFT_CACHE": "0", "JAX_PJRT_CLIENT_CREATE_OPTIONS": options},
    )  # fmt: skip
    if run.returncode != 0 or "ending" not in run.stdout:
        raise Wrong(f"a process ended with status {run.returncode}: {run.stderr[-1000:]}")


# How often each is chosen.
SHARES: dict[Action, int] = {
    run_a_kind: 12, delete_while_running: 6, drop_results: 3, interpret: 1, compile_a_new_program: 2, compile_one_of_few: 2,
    donate: 3, donate_and_use: 2, transfer: 6, call_back: 3, call_back_and_fail: 2, ask_for_too_much: 1,
    use_what_is_deleted: 1, run_replicas: 2, fail_in_one_replica: 2, load_nonsense: 1, come_and_go: 1,
}  # fmt: skip


def prepare(devices: list[Any], programs: int) -> None:
    _devices[:] = devices
    choose_kinds(programs)
