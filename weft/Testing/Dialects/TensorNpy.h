// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors to and from .npy arrays. The tensor's type decides what the array's
// elements are (see weft/Support/Npy.h for why):
//
//   tensor element              array element, written   also read
//   i1                          bool
//   i8 ... i64, ui8 ... ui64    int8 ... uint64
//   i2, i4, ui2, ui4            int8, uint8              void8, low bits
//   f16, f32, f64               float16 ... float64
//   bf16                        void16
//   f8*, f6*, f4*               void8                    float8
//   complex<f32>, <f64>         complex64, complex128
//   quantized                   as its storage integer

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Npy.h"

namespace weft {

/// `declared` may have dynamic dimensions; the array's shape fills them in.
StatusOr<reference::Tensor> tensorFromNpy(reference::Budget &budget,
                                          const NpyArray &array,
                                          mlir::RankedTensorType declared);

NpyArray npyFromTensor(const reference::Tensor &tensor);

} // namespace weft
