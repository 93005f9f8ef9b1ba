// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Dialects/TestDialects.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

#include <cmath>

#include "weft/Testing/Dialects/CheckDialect.cpp.inc"
#include "weft/Testing/Dialects/InterpreterDialect.cpp.inc"

#define GET_OP_CLASSES
#include "weft/Testing/Dialects/CheckOps.cpp.inc"
#define GET_OP_CLASSES
#include "weft/Testing/Dialects/InterpreterOps.cpp.inc"

using namespace mlir;

void weft::registerTestDialects(DialectRegistry &registry) {
  registry.insert<check::CheckDialect, interpreter::InterpreterDialect>();
}

namespace weft::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "weft/Testing/Dialects/CheckOps.cpp.inc"
      >();
}

static LogicalResult verifyTolerance(Operation *op, const APFloat &tolerance) {
  if (tolerance.isNaN() || tolerance.isNegative()) {
    return op->emitOpError() << "tolerance must be zero or positive, but is "
                             << tolerance.convertToDouble();
  }
  return success();
}

LogicalResult ExpectAlmostEqOp::verify() {
  return verifyTolerance(*this, getTolerance());
}

LogicalResult ExpectAlmostEqConstOp::verify() {
  return verifyTolerance(*this, getTolerance());
}

LogicalResult ExpectCloseOp::verify() {
  if (getMinUlpDifference() > getMaxUlpDifference()) {
    return emitOpError() << "min_ulp_difference (" << getMinUlpDifference()
                         << ") must not exceed max_ulp_difference ("
                         << getMaxUlpDifference() << ")";
  }
  return success();
}

} // namespace weft::check

namespace weft::interpreter {

void InterpreterDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "weft/Testing/Dialects/InterpreterOps.cpp.inc"
      >();
}

/// The function of that name in the module around `op`, or null after a
/// diagnostic.
static FunctionOpInterface lookUpFunction(RunParallelOp op,
                                          FlatSymbolRefAttr name) {
  auto module = op->getParentOfType<ModuleOp>();
  auto function = module
                      ? module.lookupSymbol<FunctionOpInterface>(name.getAttr())
                      : nullptr;
  if (!function) {
    emitError(op.getLoc()) << "Function " << name.getAttr() << " not found";
  } else if (function.isExternal()) {
    emitError(op.getLoc()) << "Function " << name.getAttr() << " has no body";
    return nullptr;
  }
  return function;
}

// These texts are part of the format: test files written for other
// implementations name them in their `expected-error` comments.
LogicalResult RunParallelOp::verify() {
  ArrayAttr programs = getPrograms();
  if (programs.empty() || cast<ArrayAttr>(programs[0]).empty()) {
    return emitError("`programs` attribute cannot be empty");
  }
  size_t partitions = cast<ArrayAttr>(programs[0]).size();
  size_t argumentCount = 0;
  size_t resultCount = 0;
  for (auto row : programs.getAsRange<ArrayAttr>()) {
    if (row.size() != partitions) {
      return emitError("Sizes of second dimension of `programs` should all "
                       "match ")
             << partitions << " but got " << row.size();
    }
    for (auto name : row.getAsRange<FlatSymbolRefAttr>()) {
      FunctionOpInterface function = lookUpFunction(*this, name);
      if (!function) {
        return failure();
      }
      argumentCount += function.getNumArguments();
      resultCount += function.getNumResults();
    }
  }
  if (getInputs().size() != argumentCount) {
    return emitError("Number of inputs (")
           << getInputs().size()
           << ") should match the sum of the number of inputs of all programs ("
           << argumentCount << ")";
  }
  if (getResults().size() != resultCount) {
    return emitError("Number of results (")
           << getResults().size()
           << ") should match the sum of the number of results of all "
              "programs ("
           << resultCount << ")";
  }
  if (std::optional<ArrayAttr> infeed = getInfeed()) {
    if (infeed->empty()) {
      return emitError("infeed attribute is optional or should not be empty");
    }
    for (auto name : infeed->getAsRange<FlatSymbolRefAttr>()) {
      FunctionOpInterface function = lookUpFunction(*this, name);
      if (!function) {
        return failure();
      }
      if (function.getNumResults() != 1) {
        return emitError("Function ")
               << name.getAttr() << " should return 1 tensor but returns "
               << function.getNumResults();
      }
      Type type = function.getResultTypes()[0];
      if (!isa<ShapedType>(type)) {
        return emitError("Function ")
               << name.getAttr()
               << " should return a tensor type, but instead returns " << type;
      }
    }
  }
  return success();
}

} // namespace weft::interpreter
