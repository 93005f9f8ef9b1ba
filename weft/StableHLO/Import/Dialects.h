// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <mlir/IR/DialectRegistry.h>

namespace weft::stablehlo {

/// Every dialect a program may arrive in: func, quant, stablehlo, chlo
/// and sdy.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace weft::stablehlo
