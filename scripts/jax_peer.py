#!/usr/bin/env python3
# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX's CPU back end as a peer of weft-fuzz-programs (the protocol is in tools/weft-fuzz-programs/Peer.h).

It is asked what operations mean, not how fast they are: options that let it leave out roundings or forget NaN are off.
"""

import os
import pathlib
import re
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_ENABLE_X64"] = "1"
# One program is nothing to share among threads, and its log nothing to mix with answers.
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import jax
import ml_dtypes
import numpy as np
from jax._src.interpreters import mlir as jax_mlir
from jax._src.lib import xla_client
from jaxlib.mlir import ir

FAITHFUL = [("xla_allow_excess_precision", False), ("xla_cpu_enable_fast_min_max", False)]

PLAIN = {
    "i1": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "ui8": "uint8", "ui16": "uint16",
    "ui32": "uint32", "ui64": "uint64", "f16": "float16", "f32": "float32", "f64": "float64",
    "complex<f32>": "complex64", "complex<f64>": "complex128",
}  # fmt: skip
# In a file these are bytes without a meaning.
OPAQUE = {
    "bf16": "bfloat16", "f4E2M1FN": "float4_e2m1fn", "f8E3M4": "float8_e3m4", "f8E4M3": "float8_e4m3", "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f8E4M3FN": "float8_e4m3fn", "f8E4M3FNUZ": "float8_e4m3fnuz", "f8E5M2": "float8_e5m2",
    "f8E5M2FNUZ": "float8_e5m2fnuz", "f8E8M0FNU": "float8_e8m0fnu",
}  # fmt: skip
# In a file these are bytes that hold the number.
NARROW = {"i2": "int2", "i4": "int4", "ui2": "uint2", "ui4": "uint4"}


# XLA has no such types; some of them end the process.
UNKNOWN = re.compile(r"f6E2M3FN|f6E3M2FN|!quant\.uniform")


class Refused(Exception):
    """Nothing is known about the program then."""


def from_file(path: pathlib.Path, element: str) -> np.ndarray:
    array = np.load(path)
    if element in OPAQUE:
        return array.view(getattr(ml_dtypes, OPAQUE[element]))
    if element in NARROW:
        return array.astype(getattr(ml_dtypes, NARROW[element]))
    if element in PLAIN:
        return array
    raise Refused(f"arguments of {element}")


def to_file(path: pathlib.Path, array: np.ndarray, element: str) -> None:
    array = np.ascontiguousarray(array).reshape(array.shape)
    if element in PLAIN:  # Random bits come back unsigned.
        array = array.view(PLAIN[element])
    if element in OPAQUE:
        array = array.view(f"V{array.dtype.itemsize}")
    elif element in NARROW:  # Its low bits, whatever is above them.
        unused = 8 - int(element.lstrip("ui"))
        array = array.astype(np.int8).view(np.uint8) << unused
        array = array.view(np.int8 if element.startswith("i") else np.uint8) >> unused
    np.save(path, array)


def element_of(tensor: ir.Type) -> str:
    return str(ir.RankedTensorType(tensor).element_type)


def is_tensor(value: ir.Type) -> bool:
    return isinstance(value, ir.RankedTensorType)


def reason(error: str) -> str:
    """The operation that an error is about, or else how it begins, without numbers."""
    if about := re.search(r"'((?:stablehlo|mhlo|chlo)\.\w+)'", error):
        return about[1]
    return re.sub(r"^.*?error: |-?\d+", "", error.replace("\n", " "))


def answer(folder: pathlib.Path) -> str:
    device = jax.devices("cpu")[0]
    text = (folder / "program.mlir").read_text(encoding="utf-8")
    if unknown := UNKNOWN.search(text):
        raise Refused(f"type {unknown[0]}")
    with jax_mlir.make_ir_context():
        try:
            module = ir.Module.parse(text)
        except ir.MLIRError as error:
            raise Refused(reason(str(error))) from error
        main = next(op for op in module.body.operations if getattr(op, "name", None) and op.name.value == "main")
        taken, given = main.type.inputs, main.type.results
        if not all(is_tensor(value) for value in (*taken, *given)):
            raise Refused("tokens or tuples between the program and its caller")
        options = xla_client.CompileOptions()
        options.env_option_overrides = FAITHFUL
        arguments = [
            jax.device_put(from_file(folder / f"argument-{n}.npy", element_of(value)), device) for n, value in enumerate(taken)
        ]
        try:
            devices = xla_client.DeviceList((device,))
            program = device.client.compile_and_load(str(module).encode(), devices, options)
        except Exception as error:
            raise Refused(reason(str(error))) from error
        results = program.execute_sharded(arguments).disassemble_into_single_device_arrays()
        for n, (value, result) in enumerate(zip(given, results, strict=True)):
            to_file(folder / f"result-{n}.npy", np.asarray(result[0]), element_of(value))
    return "done"


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # What libraries print is no answer.
    for line in sys.stdin:
        try:
            said = answer(pathlib.Path(line.rstrip("\n")))
        except Refused as error:
            said = f"refused: {error}"
        except Exception as error:
            said = f"failed: {type(error).__name__}: {error}"
        answers.write(re.sub(r"\s+", " ", said).strip() + "\n")


if __name__ == "__main__":
    main()
