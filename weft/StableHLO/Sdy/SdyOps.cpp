// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Sdy/Sdy.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/IR/DialectImplementation.h>

using namespace mlir;

namespace weft::sdy {

//===----------------------------------------------------------------------===//
// Text forms
//===----------------------------------------------------------------------===//

static ParseResult parseStrippedShardings(OpAsmParser &parser,
                                          TensorShardingPerValueAttr &result) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<TensorShardingAttr> sharding =
        FieldParser<TensorShardingAttr>::parse(parser);
    if (failed(sharding)) {
      return failure();
    }
    shardings.push_back(*sharding);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne)) {
    return failure();
  }
  result = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

static void printStrippedShardings(OpAsmPrinter &printer, Operation *,
                                   TensorShardingPerValueAttr shardings) {
  printer << "[";
  printer.printStrippedAttrOrType(shardings.getShardings());
  printer << "]";
}

/// `(%arg0: type, ...) { ... }`
static ParseResult parseBodyWithArguments(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments,
                                          OpAsmParser::Delimiter::Paren,
                                          /*allowType=*/true,
                                          /*allowAttrs=*/true) ||
                 parser.parseRegion(body, arguments));
}

static void printBodyWithArguments(OpAsmPrinter &printer, Operation *,
                                   Region &body) {
  printer << "(";
  llvm::interleaveComma(body.getArguments(), printer, [&](BlockArgument value) {
    printer.printRegionArgument(value);
  });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

LogicalResult ShardingConstraintOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, "result");
}

LogicalResult ReshardOp::verifySymbolUses(SymbolTableCollection &) {
  return verifySharding(getSharding(), getType(), *this, "result");
}

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() == PropagationDirection::Both) {
    return emitOpError("blocks nothing with the direction BOTH; use NONE, "
                       "FORWARD or BACKWARD, or remove it");
  }
  return success();
}

LogicalResult NamedComputationOp::verifySymbolUses(SymbolTableCollection &) {
  if (!llvm::equal(getBody().getArgumentTypes(), getOperandTypes())) {
    return emitOpError("types of body arguments must be those of the operands");
  }
  if (!llvm::equal(getBody().front().getTerminator()->getOperandTypes(),
                   getResultTypes())) {
    return emitOpError("types of returned values must be those of the results");
  }
  if (getInShardings() &&
      failed(verifyShardingPerValue(*getInShardings(), getOperandTypes(), *this,
                                    "operand"))) {
    return failure();
  }
  return getOutShardings()
             ? verifyShardingPerValue(*getOutShardings(), getResultTypes(),
                                      *this, "result")
             : success();
}

/// C2 to C5 for the operands or for the results.
static LogicalResult verifyManualValues(ManualComputationOp op,
                                        TypeRange wholeTypes,
                                        TypeRange localTypes,
                                        ArrayRef<TensorShardingAttr> shardings,
                                        StringRef what) {
  // C2
  if (wholeTypes.size() != localTypes.size()) {
    return op.emitOpError() << "has " << wholeTypes.size() << " " << what
                            << "s, but its body " << localTypes.size();
  }
  auto isManual = [&](AxisRefAttr axis) {
    return llvm::any_of(op.getManualAxes(), [&](StringAttr name) {
      return name.getValue() == axis.getName();
    });
  };
  for (auto [index, whole, local, sharding] :
       llvm::enumerate(wholeTypes, localTypes, shardings)) {
    auto wholeTensor = dyn_cast<RankedTensorType>(whole);
    if (!wholeTensor) {
      // Tokens have no shape to divide.
      continue;
    }
    SmallVector<int64_t> localShape(wholeTensor.getShape());
    MeshAttr mesh = sharding.getMesh(op);
    // A maximal sharding has no entries per dimension.
    for (auto [dimension, dimensionSharding] :
         llvm::enumerate(sharding.getDimShardings())) {
      ArrayRef<AxisRefAttr> axes = dimensionSharding.getAxes();
      // C3
      const AxisRefAttr *firstFree = llvm::find_if_not(axes, isManual);
      const AxisRefAttr *late = std::find_if(firstFree, axes.end(), isManual);
      if (late != axes.end()) {
        return op.emitOpError()
               << what << " " << index << ": manual axis \"" << late->getName()
               << "\" must come before the free axis \"" << firstFree->getName()
               << "\" in dimension " << dimension;
      }
      if (wholeTensor.isDynamicDim(dimension)) {
        continue;
      }
      // C4
      for (AxisRefAttr axis : axes.take_while(isManual)) {
        int64_t size = axis.getSize(mesh).value_or(1);
        if (localShape[dimension] % size != 0) {
          return op.emitOpError()
                 << what << " " << index << ": dimension " << dimension
                 << " of size " << wholeTensor.getDimSize(dimension)
                 << " is not divisible by its manual axes";
        }
        localShape[dimension] /= size;
      }
    }
    // C5
    Type expected = wholeTensor.clone(localShape);
    if (expected != local) {
      return op.emitOpError() << what << " " << index << ": expected type "
                              << expected << " in the body, got " << local;
    }
  }
  return success();
}

/// C6
static LogicalResult verifyManualAxes(ManualComputationOp op) {
  auto shardings = llvm::concat<const TensorShardingAttr>(
      op.getInShardings().getShardings(), op.getOutShardings().getShardings());
  if (op.getManualAxes().empty() || shardings.begin() == shardings.end()) {
    return success();
  }
  MeshAttr common;
  for (TensorShardingAttr sharding : shardings) {
    MeshAttr mesh = sharding.getMesh(op);
    if (mesh.empty()) {
      continue;
    }
    if (common && mesh != common) {
      return op.emitOpError("all shardings must have the same mesh");
    }
    common = mesh;
  }
  for (StringAttr axis : op.getManualAxes()) {
    if (!common || !common.getAxisSize(axis.getValue())) {
      return op.emitOpError()
             << "the mesh has no axis " << axis << " to be manual on";
    }
  }
  return success();
}

/// C7
static LogicalResult verifyNesting(ManualComputationOp op) {
  for (auto parent = op->getParentOfType<ManualComputationOp>(); parent;
       parent = parent->getParentOfType<ManualComputationOp>()) {
    for (StringAttr axis : op.getManualAxes()) {
      if (llvm::is_contained(parent.getManualAxes(), axis)) {
        InFlightDiagnostic error = op.emitOpError()
                                   << "axis " << axis << " is already manual";
        error.attachNote(parent.getLoc()) << "in this computation";
        return error;
      }
    }
  }
  return success();
}

LogicalResult ManualComputationOp::verifySymbolUses(SymbolTableCollection &) {
  // C1
  if (failed(verifyShardingPerValue(getInShardings(), getOperandTypes(), *this,
                                    "operand")) ||
      failed(verifyShardingPerValue(getOutShardings(), getResultTypes(), *this,
                                    "result"))) {
    return failure();
  }
  if (failed(verifyManualValues(*this, getOperandTypes(),
                                getBody().getArgumentTypes(),
                                getInShardings().getShardings(), "operand")) ||
      failed(verifyManualValues(
          *this, getResultTypes(),
          getBody().front().getTerminator()->getOperandTypes(),
          getOutShardings().getShardings(), "result"))) {
    return failure();
  }
  return failure(failed(verifyManualAxes(*this)) ||
                 failed(verifyNesting(*this)));
}

} // namespace weft::sdy

#define GET_OP_CLASSES
#include "weft/StableHLO/Sdy/SdyOps.cpp.inc"
