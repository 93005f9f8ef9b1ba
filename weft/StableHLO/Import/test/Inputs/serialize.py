# Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""serialize.py PROGRAM FOLDER: what JAX's serializer makes of a program.

One portable artifact per version of VHLO, plain bytecode, and one artifact that
is cut off.
"""

import pathlib
import shutil
import sys

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

VERSIONS = [f"0.{minor}.0" for minor in range(15, 21)] + [f"1.{minor}.0" for minor in range(0, 100)]


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    newest = tuple(int(part) for part in stablehlo.get_current_version().split("."))
    with mlir.make_ir_context():
        module = ir.Module.parse(pathlib.Path(program).read_text())
        for version in VERSIONS:
            if tuple(int(part) for part in version.split(".")) > newest:
                break
            artifact = stablehlo.serialize_portable_artifact(module, version, True)
            (folder / f"{version}.bc").write_bytes(artifact)
        (folder / "truncated.bc").write_bytes(artifact[: len(artifact) * 2 // 3])
        with open(folder / "plain.bc", "wb") as file:
            module.operation.write_bytecode(file)


main()
