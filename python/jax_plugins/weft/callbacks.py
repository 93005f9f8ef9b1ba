# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python functions inside compiled programs: pure_callback, io_callback, jax.debug and checks.

JAX hands Python functions to programs in two ways, and neither is open to a platform it does not know by name. Weft's
own way is a foreign function written in Python. Lowering puts a number into the program; the handler looks the number
up and calls the function it stands for.

Lifetime. JAX keeps what lowering leaves with it (`add_keepalive`) as long as its own record of the compiled program,
but its fast dispatch path outlives that record. So each loaded program holds its functions itself: when the plugin
loads it (the instantiate stage) it is given a semaphore as state, which it posts when it unloads the program; functions
whose semaphores are posted are let go when the next one comes. Posting needs no Python, so that programs may be
unloaded on any thread, and after the interpreter has ended.

Threads. A program with a Python function runs in the thread that calls it, so that what the function raises is raised
by the call, and no thread but Python's own ever waits for the interpreter's lock. On a GPU functions that return nothing
are called by a thread of the plugin's when the run is over, and what they raise fails its results.

The end of the process. Daemon threads may be inside such a program then. The interpreter ends every thread that wants
its lock while it shuts down, and jaxlib is not made for that: a thread that is inside jaxlib takes the process with it.
So before that, functions under way get a moment to return, and threads are held here, where nothing can happen to them.
"""

import atexit
import contextlib
import ctypes
import inspect
import itertools
import linecache
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from jax_plugins.weft.lowering import PLATFORMS
from weft import abi
from weft.ffi import Ffi, answer_metadata

TARGET = "weft_call_python"
TYPE_NAME = "weft.python_function"
INTERNAL = 13
TOKEN = 17

# Seconds that functions under way get at the end of the process.
PATIENCE = 1.0
# Seconds that a thread is held then, at each call; longer than the rest of the process takes. Not for ever, because
# somebody may wait for the thread before the process ends.
HOLD = 3.0

# XLA's numbers of element types.
DTYPES = {
    1: np.bool_, 2: np.int8, 3: np.int16, 4: np.int32, 5: np.int64, 6: np.uint8, 7: np.uint16, 8: np.uint32,
    9: np.uint64, 10: np.float16, 11: np.float32, 12: np.float64, 15: np.complex64, 16: ml_dtypes.bfloat16,
    18: np.complex128, 19: ml_dtypes.float8_e5m2, 20: ml_dtypes.float8_e4m3fn, 21: ml_dtypes.int4,
    22: ml_dtypes.uint4, 23: ml_dtypes.float8_e4m3b11fnuz, 24: ml_dtypes.float8_e5m2fnuz,
    25: ml_dtypes.float8_e4m3fnuz, 26: ml_dtypes.int2, 27: ml_dtypes.uint2, 28: ml_dtypes.float8_e4m3,
    29: ml_dtypes.float8_e3m4, 32: ml_dtypes.float4_e2m1fn, 33: ml_dtypes.float8_e8m0fnu,
    35: ml_dtypes.float6_e3m2fn, 36: ml_dtypes.float6_e2m3fn,
}  # fmt: skip


class PythonFunction:
    """A function programs may call; known by its number while somebody holds it. It gets the buffers of the arguments
    and of the results."""

    _numbers = itertools.count(1)
    _living: "weakref.WeakValueDictionary[int, PythonFunction]" = weakref.WeakValueDictionary()

    def __init__(self, function: Callable[[list[abi.Buffer], list[abi.Buffer]], None]) -> None:
        self.function = function
        self.number = next(self._numbers)
        self._living[self.number] = self

    @classmethod
    def find(cls, number: int) -> "PythonFunction":
        found = cls._living.get(number)
        if found is None:
            raise RuntimeError(
                f"Python function {number} is not in this process; a program with callbacks runs only in the "
                "process that compiled it"
            )
        return found


def view_buffer(buffer: abi.Buffer) -> np.ndarray:
    """The memory itself, which is the program's again after the call."""
    shape = tuple(buffer.dims[i] for i in range(buffer.rank))
    dtype = np.dtype(DTYPES[buffer.dtype])
    count = int(np.prod(shape, dtype=np.int64))
    if count == 0:
        return np.empty(shape, dtype)
    memory = (ctypes.c_char * (count * dtype.itemsize)).from_address(buffer.data)
    return np.frombuffer(memory, dtype=dtype).reshape(shape)


def describe_exception() -> str:
    """The exception under way, as `traceback.format_exc` tells it, less the marks below each line. Those need Python's
    parser, which in 3.11 fails when two threads are in it, and callbacks run in every thread that calls programs."""
    kind, error, trace = sys.exc_info()
    lines = ["Traceback (most recent call last):\n"]
    for frame, number in traceback.walk_tb(trace):
        code = frame.f_code
        lines.append(f'  File "{code.co_filename}", line {number}, in {code.co_name}\n')
        source = linecache.getline(code.co_filename, number).strip()
        if source:
            lines.append(f"    {source}\n")
    return "".join(lines + traceback.format_exception_only(kind, error))


def arrays_of(values: abi.Values) -> list[abi.Buffer]:
    buffers = (values.buffers[i].contents for i in range(values.size))
    return [buffer for buffer in buffers if buffer.dtype != TOKEN]


class CallbackHandler:
    """The foreign function that stands for all Python functions."""

    def __init__(self, ffi: Ffi) -> None:
        self._lock = threading.Lock()
        self._calls = 0
        self._no_calls = threading.Condition(self._lock)
        self._ending = False
        self._held: list[tuple[Any, PythonFunction]] = []
        self._libc = ctypes.CDLL(None)
        self._type_id = abi.TypeId(0)
        post = ctypes.cast(self._libc.sem_post, ctypes.c_void_p).value
        self._type_info = abi.TypeInfo(abi.TypeInfo.SIZE, None, post)
        ffi.register_type(TYPE_NAME, self._type_id, ctypes.addressof(self._type_info))
        self._function = abi.HANDLER(self._handle)
        address = ctypes.cast(self._function, ctypes.c_void_p).value
        ffi.register_stages(TARGET, "weft", {"instantiate": address, "execute": address}, abi.TRAIT_CALLS_PYTHON)
        # The plugin uses the function and the semaphores as long as there is a process.
        ctypes.PyDLL(None).Py_IncRef(ctypes.py_object(self))

    def _handle(self, address: int) -> int | None:
        frame = abi.CallFrame.from_address(address)
        if answer_metadata(frame):
            return None
        try:
            function = PythonFunction.find(self._number(frame))
            if frame.stage == abi.STAGE_INSTANTIATE:
                return self._hold(frame, function)
            if frame.stage == abi.STAGE_EXECUTE:
                with self._call():
                    function.function(arrays_of(frame.arguments), arrays_of(frame.results))
            return None
        except BaseException:
            message = f"Python callback failed: {describe_exception()}".encode(errors="replace")
            args = abi.ErrorCreateArgs(abi.ErrorCreateArgs.SIZE, None, message.replace(b"\0", b"?"), INTERNAL)
            return frame.api.contents.error_create(ctypes.byref(args))

    @contextlib.contextmanager
    def _call(self) -> Iterator[None]:
        self._hold_thread_at_the_end()
        with self._lock:
            self._calls += 1
        try:
            yield
        finally:
            with self._lock:
                self._calls -= 1
                self._no_calls.notify_all()
            self._hold_thread_at_the_end()

    def _hold_thread_at_the_end(self) -> None:
        if self._ending and threading.current_thread() is not threading.main_thread():
            time.sleep(HOLD)

    def end(self) -> None:
        import jax

        # Functions that return nothing may be called behind their run, on a thread of the plugin's. JAX waits for them at
        # its own end; nobody may be held before.
        with contextlib.suppress(Exception):
            jax.effects_barrier()
        self._ending = True
        with self._lock:
            self._no_calls.wait_for(lambda: not self._calls, PATIENCE)

    @staticmethod
    def _number(frame: abi.CallFrame) -> int:
        scalar = abi.Scalar.from_address(frame.attributes.values[0])
        return ctypes.c_uint64.from_address(scalar.value).value

    def _hold(self, frame: abi.CallFrame, function: PythonFunction) -> int | None:
        semaphore = ctypes.create_string_buffer(64)
        self._libc.sem_init(semaphore, 0, 0)
        args = abi.StateSetArgs(
            abi.StateSetArgs.SIZE, None, frame.context, abi.STAGE_INSTANTIATE, ctypes.pointer(self._type_id),
            ctypes.addressof(semaphore),
        )  # fmt: skip
        error = frame.api.contents.state_set(ctypes.byref(args))
        if error:
            return error
        with self._lock:
            self._held = [entry for entry in self._held if not self._posted(entry[0])]
            self._held.append((semaphore, function))
        return None

    def _posted(self, semaphore: Any) -> bool:
        value = ctypes.c_int()
        self._libc.sem_getvalue(semaphore, ctypes.byref(value))
        return value.value > 0


def by_value(callback: Callable[..., Sequence[Any]], result_avals: Sequence[Any]) -> PythonFunction:
    """A callback from arrays to arrays; what it returns is compared with what it was said to return."""
    from jax._src import dtypes

    def call(arguments: list[abi.Buffer], results: list[abi.Buffer]) -> None:
        # Copies, because the callback may keep them longer than the call lasts.
        outputs = callback(*(view_buffer(buffer).copy() for buffer in arguments))
        if len(outputs) != len(result_avals):
            raise RuntimeError(
                "Mismatched number of outputs from callback. "
                f"Expected: {len(result_avals)}, Actual: {len(outputs)}"
            )
        outputs = [dtypes.canonicalize_value(np.asarray(output)) for output in outputs]
        for position, (output, aval) in enumerate(zip(outputs, result_avals)):
            for what, expected, actual in (
                ("shape", aval.shape, output.shape),
                ("dtype", aval.dtype, output.dtype),
            ):
                if expected != actual:
                    raise RuntimeError(
                        f"Incorrect output {what} for return value #{position}: "
                        f"Expected: {expected}, Actual: {actual}"
                    )
        for buffer, output in zip(results, outputs, strict=True):
            view_buffer(buffer)[...] = output

    return PythonFunction(call)


def _token_sharding(sharding: Any, has_results: bool) -> Any:
    """The shardings of the results, with one for the token in front."""
    from jax._src.sharding_impls import SdyArray, SdyArrayList

    if not has_results or not isinstance(sharding, SdyArrayList):
        return sharding
    first = sharding.shardings[0]
    token = SdyArray(mesh_shape=(), dim_shardings=(), logical_device_ids=first.logical_device_ids)
    return SdyArrayList((token, *sharding.shardings))


def emit(
    ctx: Any,
    callback: Callable[..., Sequence[Any]],
    token: Any,
    operands: Sequence[Any],
    operand_avals: Sequence[Any],
    result_avals: Sequence[Any],
    *,
    has_side_effect: bool,
    returns_token: bool = True,
    partitioned: bool = False,
    sharding: Any = None,
) -> tuple[Sequence[Any], Any, Any]:
    """What jax._src.callback.emit_python_callback does, for Weft."""
    from jax._src import core, ffi
    from jax._src.interpreters import mlir

    if partitioned and result_avals:
        raise ValueError("Partitioned callback not supported with return values.")
    function = by_value(callback, result_avals)
    ctx.module_context.add_keepalive(function)
    operands = list(operands)
    ctx = ctx.replace(avals_in=list(operand_avals), avals_out=list(result_avals))
    if token:
        operands = [token, *operands]
        sharding = _token_sharding(sharding, bool(result_avals))
        ctx = ctx.replace(
            avals_in=[core.abstract_token, *operand_avals], avals_out=[core.abstract_token, *result_avals]
        )
    rule = ffi.build_ffi_lowering_function(TARGET, has_side_effect=has_side_effect)
    operation = rule(ctx, *operands, number=np.uint64(function.number))
    if sharding is not None:
        # JAX 0.10.0 took no module context.
        takes_context = "ctx" in inspect.signature(mlir.set_sharding).parameters
        mlir.set_sharding(*([ctx.module_context] if takes_context else []), operation, sharding)
    results = list(operation.results)
    if token:
        token, *results = results
    return results, token, None


def install(ffi: Ffi) -> None:
    """Makes JAX's callback rules come here when they lower for Weft."""
    from jax._src import callback as jax_callback
    from jax.interpreters import mlir as public_mlir

    original = jax_callback.emit_python_callback
    atexit.register(CallbackHandler(ffi).end)

    def emit_python_callback(ctx: Any, *args: Any, **kwargs: Any) -> tuple[Sequence[Any], Any, Any]:
        emitter = emit if set(ctx.module_context.platforms) <= set(PLATFORMS) else original
        return emitter(ctx, *args, **kwargs)

    jax_callback.emit_python_callback = emit_python_callback
    if getattr(public_mlir, "emit_python_callback", None) is original:
        public_mlir.emit_python_callback = emit_python_callback
