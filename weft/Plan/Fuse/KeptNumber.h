// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of numbers that steps look at, on a plan of stage shared: what decides
// for steps that come later must not change before.

#pragma once

#include "weft/Plan/Memory/Lives.h"

namespace weft::plan {

class NumberKeeper {
public:
  explicit NumberKeeper(const Lives &lives);

  /// A copy in storage of its own, before `user`. The record says why.
  mlir::Value keep(mlir::Value number, mlir::Operation *user,
                   llvm::StringRef record);

private:
  int64_t nextStorage = 0;
};

} // namespace weft::plan
