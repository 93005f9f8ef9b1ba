// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/TensorBytes.h"

#include "weft/Runtime/HostArray.h"

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Tensor;

namespace weft::runtime {

void signExtend(std::span<char> bytes, unsigned bits) {
  unsigned shift = 8 - bits;
  for (char &byte : bytes) {
    byte = static_cast<char>(
        static_cast<signed char>(static_cast<unsigned char>(byte) << shift) >>
        shift);
  }
}

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
  ArrayType target = *ArrayType::create(type.element, type.dimensions);
  return Tensor::written(
      budget, tensorType, [&](llvm::MutableArrayRef<char> bytes) {
        copyStrided(elementBytes(type.element), type.dimensions, data,
                    type.byteStrides(), bytes.data(), target.byteStrides());
      });
}

} // namespace weft::runtime
