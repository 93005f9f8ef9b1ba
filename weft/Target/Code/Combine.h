// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two elements become one: what reductions, scans, scatters and atomics do.

#pragma once

#include "weft/Target/Code/CodeEmitter.h"

namespace weft::code {

/// Values of one width, in the register form of `element`. Not for `custom`.
llvm::Value *emitCombine(Builder &builder, tile::CombineKind kind,
                         mlir::Type element, llvm::Value *lhs,
                         llvm::Value *rhs);

/// The element that changes no other; a scalar. Not for `custom`.
llvm::Value *neutralElement(tile::CombineKind kind, mlir::Type element,
                            llvm::Type *type);

/// The kind of combination that an update of memory is; nothing for `set`,
/// `exchange` and `load`.
std::optional<tile::CombineKind> combinationOf(tile::UpdateKind kind);

/// Combines several values at a time, by kind or by region. Values of all
/// operands have one width.
class Combiner {
public:
  Combiner(CodeEmitter &emitter, tile::CombineKind kind,
           llvm::ArrayRef<mlir::Type> elements, mlir::Region &region)
      : emitter(emitter), kind(kind), elements(elements), region(region) {}

  /// Earlier elements on the left. Empty after a failure that was reported.
  Pieces operator()(llvm::ArrayRef<llvm::Value *> lhs,
                    llvm::ArrayRef<llvm::Value *> rhs) const;

  size_t size() const { return elements.size(); }

private:
  CodeEmitter &emitter;
  tile::CombineKind kind;
  llvm::SmallVector<mlir::Type> elements;
  mlir::Region &region;
};

} // namespace weft::code
