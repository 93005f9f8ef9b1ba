// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/common/Entry.h"

#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/OwningOpRef.h>

using namespace mlir;

namespace weft::tools {

std::string serializeEntry(ModuleOp module, llvm::StringRef function) {
  OwningOpRef<ModuleOp> copy = module.clone();
  auto entry = copy->lookupSymbol<func::FuncOp>(function);
  if (auto main = copy->lookupSymbol<func::FuncOp>("main");
      main && main != entry) {
    main.erase();
  }
  for (auto other : llvm::make_early_inc_range(copy->getOps<func::FuncOp>())) {
    if (other != entry) {
      other.setPrivate();
    }
  }
  entry.setPublic();
  entry.setName("main");
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  // Writing into a string fails only for a bytecode version that is not ours.
  (void)writeBytecodeToFile(*copy, stream);
  return bytes;
}

} // namespace weft::tools
