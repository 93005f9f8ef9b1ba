// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values as text, for people and for FileCheck: the same bits always give the
// same text, and a number's text reads back as that number.
//
//   tensor<2x3xf32> {
//     [
//       [1.000000e+00, 2.000000e+00, 3.000000e+00],
//       [4.000000e+00, 5.000000e+00, 6.000000e+00]
//     ]
//   }

#pragma once

#include "weft/StableHLO/Interpreter/Value.h"

#include <llvm/Support/raw_ostream.h>

#include <cstdint>
#include <string>

namespace weft {

struct PrintOptions {
  /// Tensors with more elements are shortened: of a dimension larger than six,
  /// the first and the last three stay. Negative: never.
  int64_t elideAbove = 1000;
  /// As an MLIR attribute, `dense<...> : type`, on one line.
  bool dense = false;
};

/// `7`, `true`, `1.500000e+00`, `[1.000000e+00, -inf]` for a complex number.
std::string elementText(const reference::Element &element);

/// The shortest of seven digits that reads back as the same number of that
/// kind, else as many as it takes; `nan`, `inf`, `-inf`.
std::string realText(FloatKind kind, double value);

void printTensor(llvm::raw_ostream &stream, const reference::Tensor &tensor,
                 const PrintOptions &options = {});

/// Tensors, tokens and tuples of them. `type` is the type the program gives
/// the value; tokens are named by it.
void printValue(llvm::raw_ostream &stream, const reference::Value &value,
                mlir::Type type, const PrintOptions &options = {});

} // namespace weft
