// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of a program's constants: what the plan placed, then what kernels
// keep for themselves.

#pragma once

#include "weft/Plan/Memory/PlaceValues.h"
#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Status.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/ADT/DenseMap.h>

namespace weft {

class ConstantsArena {
public:
  explicit ConstantsArena(int64_t alignment) : alignment(alignment) {}

  /// Those of the plan. Fails where there are too many to be written into a
  /// file.
  Status place(plan::ProgramOp program, int64_t bytes);

  /// One of a kernel's own, each once; where it lies.
  StatusOr<int64_t> append(mlir::ElementsAttr value);

  /// All that a kernel keeps for itself; where they lie, in its order.
  StatusOr<std::vector<int64_t>> appendOwn(tile::KernelOp kernel);
  /// The same by its attribute `constants`, which may be null.
  StatusOr<std::vector<int64_t>> appendOwn(mlir::ArrayAttr own);

  std::string take() { return std::move(bytes); }

private:
  StatusOr<reference::Tensor> read(mlir::ElementsAttr value) {
    return reference::Tensor::fromAttribute(*budget, value);
  }
  Status write(int64_t offset, mlir::ElementsAttr value);

  int64_t alignment;
  std::shared_ptr<reference::Budget> budget =
      reference::Budget::create(reference::Limits());
  std::string bytes;
  llvm::DenseMap<mlir::Attribute, int64_t> offsets;
};

} // namespace weft
