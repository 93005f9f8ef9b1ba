// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/IsolateEntry.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/SymbolTable.h>

using namespace mlir;

namespace weft::stablehlo {

OwningOpRef<ModuleOp> isolateEntry(ModuleOp module, llvm::StringRef function) {
  OwningOpRef<ModuleOp> copy = module.clone();
  auto entry = copy->lookupSymbol<func::FuncOp>(function);
  llvm::SetVector<Operation *> needed;
  needed.insert(entry);
  for (size_t i = 0; i < needed.size(); ++i) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(needed[i]);
    for (const SymbolTable::SymbolUse &use : *uses) {
      if (auto called = copy->lookupSymbol<func::FuncOp>(
              use.getSymbolRef().getLeafReference())) {
        needed.insert(called);
      }
    }
  }
  for (auto other : llvm::make_early_inc_range(copy->getOps<func::FuncOp>())) {
    if (!needed.contains(other)) {
      other.erase();
    } else if (other != entry) {
      other.setPrivate();
    }
  }
  entry.setPublic();
  entry.setName("main");
  return copy;
}

} // namespace weft::stablehlo
