// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/PrepareEntry.h"

#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Utils/IndexingUtils.h>

using namespace mlir;

namespace weft {

void prepareEntry(const Manifest &manifest, func::FuncOp entry) {
  MLIRContext *context = entry.getContext();
  DialectRegistry dialects;
  dialects.insert<plan::PlanDialect>();
  tile::registerTileDialects(dialects);
  context->appendDialectRegistry(dialects);
  context->loadAllAvailableDialects();
  for (auto function :
       entry->getParentOfType<ModuleOp>().getOps<func::FuncOp>()) {
    function.setVisibility(function == entry
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
  }
  Builder builder(context);
  for (auto [i, parameter] : llvm::enumerate(manifest.parameters)) {
    auto number = static_cast<unsigned>(i);
    entry.removeArgAttr(number, "jax.buffer_donor");
    if (parameter.aliasedResult) {
      entry.setArgAttr(number, "tf.aliasing_output",
                       builder.getI32IntegerAttr(
                           static_cast<int32_t>(*parameter.aliasedResult)));
    }
  }
}

/// The dimensions from the slowest to the fastest, as a row-major array of the
/// same bytes has them.
static SmallVector<int64_t> slowestFirst(const ArrayType &type) {
  return SmallVector<int64_t>(llvm::reverse(type.minorToMajor));
}

static RankedTensorType permuted(RankedTensorType type,
                                 ArrayRef<int64_t> order) {
  SmallVector<int64_t> shape;
  for (int64_t dimension : order) {
    shape.push_back(type.getDimSize(dimension));
  }
  return RankedTensorType::get(shape, type.getElementType());
}

void bringBordersIntoOrder(const Manifest &manifest, func::FuncOp entry) {
  Block &block = entry.getBody().front();
  OpBuilder builder(&block, block.begin());
  for (auto [parameter, argument] :
       llvm::zip_equal(manifest.parameters, block.getArguments())) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type || parameter.type.isRowMajor()) {
      continue;
    }
    const SmallVector<int64_t> order = slowestFirst(parameter.type);
    argument.setType(permuted(type, order));
    auto turned = stablehlo::TransposeOp::create(
        builder, argument.getLoc(), type, argument,
        invertPermutationVector(order));
    argument.replaceAllUsesExcept(turned.getResult(), turned);
  }
  Operation *end = block.getTerminator();
  builder.setInsertionPoint(end);
  for (auto [result, operand] :
       llvm::zip_equal(manifest.results, end->getOpOperands())) {
    Value value = operand.get();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type) {
      continue;
    }
    if (isSignedSubByte(result.type.element)) {
      type = type.clone(builder.getI8Type());
      value =
          stablehlo::ConvertOp::create(builder, value.getLoc(), type, value);
    }
    if (!result.type.isRowMajor()) {
      const SmallVector<int64_t> order = slowestFirst(result.type);
      value = stablehlo::TransposeOp::create(
          builder, value.getLoc(), permuted(type, order), value, order);
    }
    operand.set(value);
  }
  entry.setType(builder.getFunctionType(block.getArgumentTypes(),
                                        end->getOperandTypes()));
  for (auto [i, parameter] : llvm::enumerate(manifest.parameters)) {
    if (parameter.aliasedResult &&
        entry.getArgumentTypes()[i] !=
            entry.getResultTypes()[*parameter.aliasedResult]) {
      entry.removeArgAttr(static_cast<unsigned>(i), "tf.aliasing_output");
    }
  }
}

Status checkLength(double operations) {
  constexpr double most = 1e7;
  if (operations <= most) {
    return Status::success();
  }
  return Status::resourceExhausted(llvm::formatv(
      "the program has {0:e2} operations with what it calls, over the limit of "
      "{1:e2}: put what repeats into a loop",
      operations, most));
}

} // namespace weft
