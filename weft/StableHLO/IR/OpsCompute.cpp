// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The generated definitions of the operations in Compute.td, Eigen.td,
// Exchanges.td, Reflections.td and Tridiagonal.td.

#include "weft/StableHLO/IR/Assembly.h"
#include "weft/StableHLO/IR/AssemblyCompute.h"
#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/DialectImplementation.h>

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Compute.cpp.inc"

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Eigen.cpp.inc"

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Exchanges.cpp.inc"

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Reflections.cpp.inc"

#define GET_OP_CLASSES
#include "weft/StableHLO/IR/Tridiagonal.cpp.inc"

namespace weft::stablehlo {

void StableHLODialect::registerComputeOperations() {
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/IR/Compute.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/IR/Eigen.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/IR/Exchanges.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/IR/Reflections.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/IR/Tridiagonal.cpp.inc"
      >();
}

} // namespace weft::stablehlo
