// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Iterations.h"

namespace weft::code {

static constexpr const char *kIteration = "weft.iteration";

void markIteration(llvm::Instruction *branch) {
  branch->setMetadata(kIteration, llvm::MDNode::get(branch->getContext(), {}));
}

llvm::SmallVector<llvm::Instruction *>
iterationsOf(const llvm::Function &kernel) {
  llvm::SmallVector<llvm::Instruction *> iterations;
  for (const llvm::BasicBlock &block : kernel) {
    const llvm::Instruction *branch = block.getTerminator();
    if (branch != nullptr && branch->getMetadata(kIteration) != nullptr) {
      iterations.push_back(const_cast<llvm::Instruction *>(branch));
    }
  }
  return iterations;
}

void unmarkIteration(llvm::Instruction *branch) {
  branch->setMetadata(kIteration, nullptr);
}

} // namespace weft::code
