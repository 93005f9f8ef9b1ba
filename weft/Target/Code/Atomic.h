// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element of memory, read and changed in one step.

#pragma once

#include "weft/Target/Code/CodeEmitter.h"

namespace weft::code {

llvm::AtomicOrdering orderingOf(tile::MemoryOrder order);

/// What an access orders, and among whom: all threads that there are, unless it
/// says less.
struct Atomicity {
  Atomicity(llvm::AtomicOrdering order,
            llvm::SyncScope::ID scope = llvm::SyncScope::System)
      : order(order), scope(scope) {}

  llvm::AtomicOrdering order;
  llvm::SyncScope::ID scope;
};

/// Changes the element at `address` by `value`, and gives what was there. Both
/// are in the register form of `element`; `value` is null for a load.
llvm::Value *emitAtomicUpdate(CodeEmitter &emitter, tile::UpdateKind kind,
                              Atomicity how, mlir::Type element,
                              llvm::Value *address, llvm::Value *value);
/// Replaces it, where nobody asks what was there.
void emitAtomicStore(CodeEmitter &emitter, Atomicity how, mlir::Type element,
                     llvm::Value *address, llvm::Value *value);

} // namespace weft::code
