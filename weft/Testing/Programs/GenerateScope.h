// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A place in a program that is being made, and the values one can see there.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Testing/Programs/GenerateSpecials.h"
#include "weft/Testing/Programs/GenerateValues.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Builders.h>

#include <map>
#include <set>
#include <string>

namespace weft::generate {

using Dims = llvm::SmallVector<int64_t>;

struct GenerateLimits {
  /// Operations at the top level, those that only prepare operands not counted.
  int operations = 10;
  int64_t largestSize = 5;
  int64_t mostElements = 64;
  int64_t largestRank = 4;
  /// Branches and loops inside one another.
  int nesting = 2;
  /// Elements of a long reduction; one program in `longOneIn` has one. None
  /// where this is 0.
  int64_t longest = 200'000;
  int64_t longOneIn = 25;
  /// One program in this many has special values for the operation it is made
  /// for. None where this is 0.
  int64_t specialOneIn = 8;
  /// Operations that are not made for their own sake, such as `stablehlo.rng`.
  std::set<std::string> without;
};

struct Coverage {
  /// How often each operation was made with each element type.
  std::map<std::pair<std::string, std::string>, uint64_t> made;
  /// How often each body that is sensitive to order was, by its name, and each
  /// kind of long reduction.
  std::map<std::string, uint64_t> bodies;
  SpecialCoverage specials;
};

/// What all scopes of one program share.
struct Session {
  Session(mlir::MLIRContext *context, uint64_t seed,
          const GenerateLimits &limits, Coverage &coverage)
      : random(seed), elements(context), limits(limits), coverage(coverage),
        budget(reference::Budget::create()) {}

  Random random;
  ElementTypes elements;
  GenerateLimits limits;
  Coverage &coverage;
  std::shared_ptr<reference::Budget> budget;
  mlir::ModuleOp module;
  mlir::func::FuncOp main;
  /// Numbers functions and channels.
  int64_t names = 0;
  /// The program runs on two replicas of two partitions, and talks between
  /// them where all of them come by.
  bool isGrid = false;
  /// Types that the infeed is asked for, in order.
  llvm::SmallVector<mlir::Type> infeed;
  /// What arguments of @main hold, by their number; the others hold anything.
  std::map<unsigned, reference::Tensor> given;
  /// In programs that go through special values: which turn it is, and the
  /// shape of operands; -1 and nothing in others.
  int64_t turn = -1;
  std::optional<Dims> shape;
};

class Scope {
public:
  /// The body of the main function.
  Scope(Session &session, mlir::Block *block);
  /// A branch or body of a loop: sees what is around it.
  Scope(Scope &outer, mlir::Block *block, bool seesOut = true);

  Session &session;
  Random &random;
  mlir::OpBuilder builder;
  mlir::Location location;

  int depth() const { return level; }
  /// Directly in the main function.
  bool isTop() const { return level == 0; }

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// Small sizes; now and then zero.
  int64_t size();
  Dims shape(int64_t leastRank = 0, int64_t mostRank = -1);
  /// The shape of a value that is there, or a new one.
  Dims familiarShape(mlir::Type element, int64_t leastRank = 0);
  mlir::RankedTensorType tensor(llvm::ArrayRef<int64_t> shape,
                                mlir::Type element) {
    return mlir::RankedTensorType::get(shape, element);
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// A value of this type: one that is there, or a new one.
  mlir::Value get(mlir::RankedTensorType type);
  /// Some value of this element type.
  mlir::Value any(mlir::Type element, int64_t leastRank = 0);
  /// Always new: a constant or an argument.
  mlir::Value fresh(mlir::RankedTensorType type);
  mlir::Value constant(const reference::Tensor &tensor);
  mlir::Value constant(llvm::ArrayRef<int64_t> list, mlir::Type element);
  mlir::Value argument(mlir::RankedTensorType type);
  /// An argument with these elements; a constant where none can be used.
  mlir::Value given(const reference::Tensor &tensor);
  /// Start indices for a dimension of this size, scalar or not.
  mlir::Value indices(mlir::RankedTensorType type, int64_t size);
  /// The value, NaN replaced by 1: for operations that show its bits.
  mlir::Value withoutNaN(mlir::Value value);
  /// Now and then behind a barrier, so that it is not seen to be constant.
  mlir::Value perhapsHidden(mlir::Value value);

  /// Makes a value known to later operations. The newest is chosen most often.
  void offer(mlir::Value value);
  /// Counts the operation; offers its results.
  template <typename Op> Op done(Op op, mlir::Type element) {
    count(op, element);
    for (mlir::Value result : op->getResults()) {
      offer(result);
    }
    return op;
  }
  void count(mlir::Operation *op, mlir::Type element);

  /// Of this operation's making: `make<AddOp>(element, operands...)`.
  template <typename Op, typename... Arguments>
  Op make(mlir::Type element, Arguments &&...arguments) {
    return done(
        Op::create(builder, location, std::forward<Arguments>(arguments)...),
        element);
  }

  llvm::ArrayRef<mlir::Value> offered() const { return values; }
  /// Later operations start afresh.
  void forget() { values.clear(); }

private:
  mlir::Value derived(mlir::RankedTensorType type);

  int level;
  /// Isolated: no argument of the function can be used.
  bool isClosed;
  llvm::SmallVector<mlir::Value> values;
};

} // namespace weft::generate
