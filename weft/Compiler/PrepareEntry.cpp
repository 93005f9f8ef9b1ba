// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/PrepareEntry.h"

#include "weft/Plan/IR/Plan.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/Support/FormatVariadic.h>

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
