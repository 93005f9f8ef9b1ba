// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/TensorBytes.h"

#include "weft/Runtime/HostArray.h"
#include "weft/Runtime/Reference/HostTransfers.h"

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Tensor;

namespace weft::runtime {

void exportBytes(llvm::ArrayRef<char> bytes, const ArrayType &type,
                 void *destination) {
  std::vector<int64_t> rowMajor =
      (*ArrayType::create(type.element, type.dimensions)).byteStrides();
  copyStrided(elementBytes(type.element), type.dimensions, bytes.data(),
              rowMajor, destination, type.byteStrides());
  if (isSignedSubByte(type.element)) {
    signExtend({static_cast<char *>(destination), type.byteSize()},
               elementBits(type.element));
  }
}

StatusOr<Tensor> importBytes(const void *data, const ArrayType &type,
                             RankedTensorType tensorType, Budget &budget) {
  if (type.isRowMajor()) {
    return Tensor::fromBytes(budget, tensorType,
                             {static_cast<const char *>(data),
                              static_cast<size_t>(type.byteSize())});
  }
  std::vector<char> dense(type.byteSize());
  ArrayType target = *ArrayType::create(type.element, type.dimensions);
  copyStrided(elementBytes(type.element), type.dimensions, data,
              type.byteStrides(), dense.data(), target.byteStrides());
  return Tensor::fromBytes(budget, tensorType, {dense.data(), dense.size()});
}

} // namespace weft::runtime
