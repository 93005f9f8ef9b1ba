// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/Dialects.h"

#include "weft/StableHLO/Chlo/Chlo.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Sdy/Sdy.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Quant/IR/Quant.h>

void weft::stablehlo::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::func::FuncDialect, mlir::quant::QuantDialect,
                  StableHLODialect, chlo::ChloDialect, sdy::SdyDialect>();
}
