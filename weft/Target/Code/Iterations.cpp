// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Turns.h"

namespace weft::code {

static constexpr const char *kTurn = "weft.turn";

void markTurn(llvm::Instruction *branch) {
  branch->setMetadata(kTurn, llvm::MDNode::get(branch->getContext(), {}));
}

llvm::SmallVector<llvm::Instruction *> turnsOf(const llvm::Function &kernel) {
  llvm::SmallVector<llvm::Instruction *> turns;
  for (const llvm::BasicBlock &block : kernel) {
    const llvm::Instruction *branch = block.getTerminator();
    if (branch != nullptr && branch->getMetadata(kTurn) != nullptr) {
      turns.push_back(const_cast<llvm::Instruction *>(branch));
    }
  }
  return turns;
}

void unmarkTurn(llvm::Instruction *branch) {
  branch->setMetadata(kTurn, nullptr);
}

} // namespace weft::code
