# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The end of a process, whatever is still under way."""

import pytest

from support import python

PRELUDE = """
import atexit, threading, time
import numpy as np
started = threading.Event()
{before}
import jax, jax.numpy as jnp
from jax.experimental import io_callback

x = np.ones(3, np.float32)
F32 = jax.ShapeDtypeStruct(x.shape, x.dtype)

def calling(host, how=jax.pure_callback):
    return jax.jit(lambda x: how(lambda v: (started.set(), host(v))[1], F32, x))

def in_daemon(function):
    thread = threading.Thread(target=function, daemon=True)
    thread.start()
    assert started.wait(60)
    return thread

same = lambda v: np.asarray(v)
"""

NEVER = "lambda v: threading.Event().wait()"

PROGRAMS = {
    "dropped": "calling(lambda v: (time.sleep(0.3), print('called'), same(v))[2])(x)",
    "dropped_effect": "calling(lambda v: (time.sleep(0.3), print('called'), same(v))[2], io_callback)(x)",
    "dropped_argument_not_ready": """
slow = jax.jit(lambda a: (a @ a @ a).sum() + x)
calling(lambda v: (print('called'), same(v))[1])(slow(jnp.ones((200, 200), jnp.float32)))""",
    "kept": "y = calling(lambda v: (print('called'), same(v))[1])(x)",
    "blocked": f"in_daemon(lambda: calling({NEVER})(x)); print('called')",
    "blocked_effect": f"in_daemon(lambda: calling({NEVER}, io_callback)(x)); print('called')",
    "returns_while_the_interpreter_ends": """
f = calling(lambda v: (time.sleep(0.005), same(v))[1])
in_daemon(lambda: [f(x) for _ in iter(int, 1)]); print('called')""",
    "called_while_the_interpreter_ends": """
step = lambda i, x: jax.pure_callback(lambda v: (started.set(), v)[1], F32, x)
in_daemon(lambda: jax.jit(lambda x: jax.lax.fori_loop(0, 10**6, step, x))(x)); print('called')""",
    "called_at_exit": "calling(same)(x); atexit.register(lambda: print('called', calling(same)(x)))",
    "computing_for_ever": """
endless = jax.jit(lambda x: jax.lax.while_loop(lambda s: s[0] >= 0, lambda s: jnp.abs(s), x))
endless(x); print('called')""",
    "computing": """
slow = jax.jit(lambda a: a @ a @ a @ a @ a @ a)
slow(jnp.ones((700, 700), jnp.float32)); print('called')""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_ends_well(name):
    process = python(PRELUDE.format(before="") + PROGRAMS[name])
    assert process.returncode == 0, process.stderr[-2000:]
    assert "called" in process.stdout
    assert "Error" not in process.stderr


def test_threads_that_are_waited_for_at_exit():
    """Whoever registered before JAX was imported runs after everything of ours."""
    process = python(
        PRELUDE.format(before="stop = threading.Event(); atexit.register(lambda: (stop.set(), thread.join(), print('joined')))")
        + "f = calling(lambda v: (time.sleep(0.001), same(v))[1])\n"
        + "thread = in_daemon(lambda: [f(x) for _ in iter(stop.is_set, True)])"
    )
    assert process.returncode == 0, process.stderr[-2000:]
    assert "joined" in process.stdout


def test_foreign_functions_in_python_without_a_word_about_it():
    """They run in the plugin's threads, which the client does not wait for longer than two seconds."""
    process = python(
        PRELUDE.format(before="")
        + """
import ctypes
import weft
from weft import abi, ffi

@abi.HANDLER
def handler(address):
    frame = abi.CallFrame.from_address(address)
    if not ffi.answer_metadata(frame):
        started.set()
        threading.Event().wait()

jax.devices()
weft_ffi = ffi.Ffi(weft.library_path())
weft_ffi.register_function("test_stuck", "weft", ctypes.cast(handler, ctypes.c_void_p).value)
jax.jit(lambda x: jax.ffi.ffi_call("test_stuck", F32)(x))(x)
assert started.wait(60)
"""
    )
    assert process.returncode == 0, process.stderr[-2000:]


def test_forked_child_runs_what_its_parent_compiled():
    """It has none of its parent's threads. (What it compiles itself waits for a thread of jaxlib's, for ever.)"""
    process = python(
        PRELUDE.format(before="")
        + """
import os, signal, warnings
warnings.simplefilter("ignore")
f = jax.jit(lambda a: jnp.tanh(a @ a).sum(axis=0))
a = jnp.ones((700, 700), jnp.float32) / 700
want = np.asarray(f(a))
child = os.fork()
if child == 0:
    signal.alarm(60)
    os._exit(0 if np.array_equal(np.asarray(f(a)), want) else 1)
_, status = os.waitpid(child, 0)
assert status == 0, status
assert np.array_equal(np.asarray(f(a)), want)
print("called")
"""
    )
    assert process.returncode == 0, process.stderr[-2000:]
    assert "called" in process.stdout
