// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code on machine vectors. A value of width 1 is a plain scalar, not a vector
// of one lane; these functions are where the difference is dealt with.

#pragma once

#include "weft/Target/Code/Lanes.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace weft::code {

using Builder = llvm::IRBuilder<>;
/// The pieces of one tile, or the one value of a scalar.
using Pieces = llvm::SmallVector<llvm::Value *>;

int64_t widthOf(const llvm::Type *type);
inline int64_t widthOf(const llvm::Value *value) {
  return widthOf(value->getType());
}

/// A scalar for width 1, else a vector.
llvm::Type *withWidth(llvm::Type *element, int64_t width);

/// All lanes the same. A value that has the width already is returned as it is.
llvm::Value *splat(Builder &builder, llvm::Value *scalar, int64_t width);

/// A scalar constant, or a splat of it, of a scalar or vector type.
llvm::Constant *integerConstant(llvm::Type *type, int64_t value);

llvm::Value *extractLane(Builder &builder, llvm::Value *value, int64_t lane);
llvm::Value *insertLane(Builder &builder, llvm::Value *value,
                        llvm::Value *scalar, int64_t lane);

/// Consecutive lanes of a value.
llvm::Value *extractLanes(Builder &builder, llvm::Value *value, int64_t start,
                          int64_t width);

/// Scalars side by side.
llvm::Value *fromScalars(Builder &builder, llvm::ArrayRef<llvm::Value *> lanes);

/// Values of the same width side by side, as many as a power of two.
llvm::Value *fromPieces(Builder &builder, llvm::ArrayRef<llvm::Value *> pieces);

/// One lane of one of several values.
struct LaneSource {
  size_t value;
  int64_t lane;
};

/// The value whose lanes are taken from others as said.
llvm::Value *assemble(Builder &builder, llvm::ArrayRef<llvm::Value *> values,
                      llvm::ArrayRef<LaneSource> lanes);

/// LLVM 22 has no code for some shuffles of integers of 2 to 7 bits: they are
/// moved as bytes. Other values stay as they are.
llvm::Value *toBytes(Builder &builder, llvm::Value *value);
llvm::Value *fromBytes(Builder &builder, llvm::Value *value,
                       llvm::Type *element);

/// Lanes of two values of the same width, by number.
llvm::Value *shuffleTwo(Builder &builder, llvm::Value *a, llvm::Value *b,
                        llvm::ArrayRef<int> mask);

/// Where each element of a tile is: which piece and which lane of it.
llvm::SmallVector<LaneSource> lanesOfElements(llvm::ArrayRef<Piece> cut);

/// A counted loop, `body(i)` for i from `begin` to before `end` (i64), as code;
/// nothing runs when end <= begin. Leaves the builder behind the loop.
void emitLoop(Builder &builder, llvm::Value *begin, llvm::Value *end,
              llvm::function_ref<void(llvm::Value *)> body);

/// `body()` as long as `condition()` gives true. Leaves the builder behind.
void emitWhile(Builder &builder, llvm::function_ref<llvm::Value *()> condition,
               llvm::function_ref<void()> body);

/// A variable of the function, for code with loops that would be tedious to
/// write in SSA form; LLVM turns it into values.
class Variable {
public:
  Variable(Builder &builder, llvm::Value *initial);

  llvm::Value *get() const;
  void set(llvm::Value *value) const;

private:
  Builder &builder;
  llvm::Type *type;
  llvm::Value *slot;
};

/// Writes code that is the same for several values, `write(i)` for the i-th, so
/// that the steps of all alternate: processors look only so far ahead for
/// independent work. Code with branches stays as it was written.
void emitInStep(Builder &builder, size_t count,
                llvm::function_ref<void(size_t)> write);

/// `then()` under a condition. Leaves the builder behind it.
void emitIf(Builder &builder, llvm::Value *condition,
            llvm::function_ref<void()> then);

} // namespace weft::code
