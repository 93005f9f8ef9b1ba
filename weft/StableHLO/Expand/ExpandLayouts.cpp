// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ExpandLayouts.h"

#include "weft/StableHLO/IR/CallArrays.h"
#include "weft/StableHLO/IR/Writer.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// Dimensions in the order of a layout, slowest first.
llvm::SmallVector<int64_t> orderOf(Attribute layout) {
  auto order = llvm::map_to_vector(
      cast<DenseIntElementsAttr>(layout).getValues<APInt>(),
      [](const APInt &dimension) { return dimension.getSExtValue(); });
  std::reverse(order.begin(), order.end());
  return order;
}

bool isPlain(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return isa<TokenType>(type) ||
         (tensor && tensor.hasStaticShape() && !tensor.getEncoding());
}

/// Whether each alias joins arrays of one order, so that they stay of one type.
bool keepsAliases(CustomCallOp op) {
  return llvm::all_of(
      op.getOutputOperandAliases().getAsRange<OutputOperandAliasAttr>(),
      [&](OutputOperandAliasAttr alias) {
        ArrayRef<int64_t> path = alias.getOutputTupleIndices();
        int64_t result = path.empty() ? 0 : path.front();
        return (*op.getOperandLayouts())[alias.getOperandIndex()] ==
               (*op.getResultLayouts())[result];
      });
}

bool hasOrderOfItsOwn(CustomCallOp op) {
  std::optional<ArrayAttr> operands = op.getOperandLayouts();
  std::optional<ArrayAttr> results = op.getResultLayouts();
  return operands && results && !isInOrder(op) &&
         !(llvm::all_of(*operands, isRowMajor) &&
           llvm::all_of(*results, isRowMajor));
}

bool canBeTurned(CustomCallOp op) {
  return llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain) && keepsAliases(op);
}

void turnArrays(CustomCallOp op) {
  Writer writer(op);
  auto call = cast<CustomCallOp>(writer.builder.clone(*op));
  markInOrder(call);
  for (auto [operand, layout] :
       llvm::zip_equal(call->getOpOperands(), *op.getOperandLayouts())) {
    if (!isRowMajor(layout)) {
      OpBuilder::InsertionGuard guard(writer.builder);
      writer.builder.setInsertionPoint(call);
      operand.set(writer.transpose(operand.get(), orderOf(layout)));
    }
  }
  for (auto [result, wanted, layout] : llvm::zip_equal(
           call->getResults(), op->getResults(), *op.getResultLayouts())) {
    if (isRowMajor(layout)) {
      wanted.replaceAllUsesWith(result);
      continue;
    }
    llvm::SmallVector<int64_t> order = orderOf(layout);
    auto type = cast<RankedTensorType>(result.getType());
    result.setType(type.clone(llvm::map_to_vector(
        order, [&](int64_t d) { return type.getDimSize(d); })));
    llvm::SmallVector<int64_t> back(order.size());
    for (auto [to, from] : llvm::enumerate(order)) {
      back[from] = static_cast<int64_t>(to);
    }
    wanted.replaceAllUsesWith(writer.transpose(result, back));
  }
  op->erase();
}

} // namespace

void expandLayouts(Operation *root) {
  llvm::SmallVector<CustomCallOp> calls;
  root->walk([&](CustomCallOp op) {
    if (hasOrderOfItsOwn(op) && canBeTurned(op)) {
      calls.push_back(op);
    }
  });
  llvm::for_each(calls, turnArrays);
}

} // namespace weft::stablehlo
