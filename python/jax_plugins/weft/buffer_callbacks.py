# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jax.experimental.buffer_callback`: Python functions that work on a program's own memory.

The classes have what users find in those of jaxlib, which only jaxlib can make.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from jax_plugins.weft.callbacks import TARGET, PythonFunction, view_buffer
from jax_plugins.weft.lowering import PLATFORMS
from weft import abi

DLPACK_CPU = 1


class Buffer:
    """An array in a program's memory, for the time of one call."""

    def __init__(self, memory: np.ndarray, writeable: bool) -> None:
        self._memory = memory
        self._view = memory.view()
        self._view.flags.writeable = writeable

    @property
    def dtype(self) -> np.dtype:
        return self._view.dtype

    @property
    def ndim(self) -> int:
        return self._view.ndim

    @property
    def shape(self) -> tuple[int, ...]:
        return self._view.shape

    @property
    def writeable(self) -> bool:
        return self._view.flags.writeable

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self._view, dtype=dtype, copy=copy)

    def __dlpack__(self, *, max_version: tuple[int, int] | None = None, **kwargs: Any) -> Any:
        # Before version 1 the protocol could not say that memory is only to be read.
        if max_version is None or max_version[0] < 1:
            return self._memory.__dlpack__(**kwargs)
        return self._view.__dlpack__(max_version=max_version, **kwargs)

    def __dlpack_device__(self) -> tuple[int, int]:
        return DLPACK_CPU, 0


class ExecutionContext:
    """What a callback is told about the call."""

    @property
    def stage(self) -> Any:
        from jax._src.buffer_callback import ExecutionStage

        return ExecutionStage.EXECUTE

    @property
    def stream(self) -> int:
        raise jax.errors.JaxRuntimeError("UNIMPLEMENTED: XLA FFI GPU context is not available on Weft's CPU devices")


def lower_buffer_callback(
    ctx: Any,
    *args: Any,
    callback: Callable[..., None],
    in_tree: Any,
    out_tree: Any,
    has_side_effect: bool,
    input_output_aliases: Sequence[tuple[int, int]],
    **_: Any,
) -> Any:
    def call(arguments: list[abi.Buffer], results: list[abi.Buffer]) -> None:
        inputs = [Buffer(view_buffer(buffer), writeable=False) for buffer in arguments]
        outputs = [Buffer(view_buffer(buffer), writeable=True) for buffer in results]
        args, kwargs = jax.tree.unflatten(in_tree, inputs)
        if callback(ExecutionContext(), jax.tree.unflatten(out_tree, outputs), *args, **kwargs) is not None:
            raise ValueError("buffer_callback callback must not return any values.")

    function = PythonFunction(call)
    ctx.module_context.add_keepalive(function)
    rule = jax.ffi.ffi_lowering(
        TARGET, has_side_effect=has_side_effect, operand_output_aliases=dict(input_output_aliases)
    )
    return rule(ctx, *args, number=np.uint64(function.number))


def install() -> None:
    from jax._src.buffer_callback import buffer_callback_p
    from jax.interpreters import mlir

    for platform in PLATFORMS:
        mlir.register_lowering(buffer_callback_p, lower_buffer_callback, platform=platform)
