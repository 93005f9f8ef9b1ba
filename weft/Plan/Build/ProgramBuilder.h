// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over a function, and over the functions it calls where they are
// called, that writes the plan.
//
// Values of the function that are no data are not values of the plan:
// - Tokens. The plan has one chain through everything with effects, in program
//   order, which is at least the order that the function's tokens ask for. So
//   the walk holds one token, that of the last effect, and each token of the
//   function stands for it.
// - Tuples, which are known element by element.
// - Futures of what is not worth an asynchronous call: it is done at once.

#pragma once

#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringMap.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>

namespace weft::plan {

class ProgramBuilder {
public:
  explicit ProgramBuilder(mlir::func::FuncOp function);

  /// Fails after a diagnostic; nothing is left behind.
  mlir::FailureOr<ProgramOp> build();

private:
  using Operands = llvm::SmallVector<mlir::Value>;

  // ProgramBuilder.cpp
  mlir::FailureOr<ProgramOp> createProgram();
  mlir::LogicalResult readArguments(ProgramOp program);
  mlir::LogicalResult writeResults(ProgramOp program);
  mlir::LogicalResult buildBlock(mlir::Block &block);
  mlir::LogicalResult buildOperation(mlir::Operation *operation);
  mlir::LogicalResult checkOperation(mlir::Operation *operation);
  mlir::LogicalResult inlineCall(mlir::Operation *call, llvm::StringRef callee);
  mlir::LogicalResult buildTest(mlir::Operation *operation);

  /// The plan's value for one of the function. Tokens: that of the last effect.
  mlir::Value lookup(mlir::Value value);
  Operands lookup(mlir::ValueRange values);
  /// Those that are data.
  Operands lookupTensors(mlir::ValueRange values);
  void map(mlir::Value from, mlir::Value to) { values[from] = to; }
  /// Pairs the data among `from` with `to`, in order.
  void mapTensors(mlir::ValueRange from, mlir::ValueRange to);
  mlir::Value currentToken();
  /// The same array in another order of dimensions, which its type names.
  mlir::Value reorder(mlir::Location location, mlir::Type type,
                      mlir::Value array);

  // BuildKernels.cpp
  mlir::LogicalResult buildConstant(stablehlo::ConstantOp constant);
  mlir::LogicalResult buildConcatenate(stablehlo::ConcatenateOp concatenate);
  /// With `readers`, which are all that use the operation, those are part of
  /// the kernel and give its results. With `feeders`, which make the
  /// operation's only operand one after the other, and nothing else, those are
  /// part of it too.
  mlir::LogicalResult
  buildKernel(mlir::Operation *operation,
              llvm::ArrayRef<mlir::Operation *> readers = {},
              llvm::ArrayRef<mlir::Operation *> feeders = {});
  mlir::LogicalResult buildTransform(stablehlo::FftOp transform);
  /// A transposition or a conversion.
  mlir::LogicalResult buildMove(mlir::Operation *operation);
  void buildView(mlir::Operation *operation);
  /// The argument of the program whose first elements a slice takes, where that
  /// is what a value is: under another shape they are a view of it. What is
  /// computed may be computed where it is read, and loops are kernels only if
  /// all that they read is whole.
  mlir::Value findFirstElements(mlir::Value value);
  /// The slices that read a sort, if they read no more than its first places:
  /// then the sort need not put the others in order.
  llvm::SmallVector<mlir::Operation *> findPrefixSlices(stablehlo::SortOp sort);
  /// Takes the calls out of the bodies of a copied operation.
  mlir::LogicalResult inlineBodies(mlir::Operation *operation);
  mlir::StringAttr nameKernel(mlir::Operation *operation);

  // BuildCalls.cpp
  mlir::LogicalResult buildCustomCall(stablehlo::CustomCallOp call);
  mlir::LogicalResult buildCheck(stablehlo::CustomCallOp call);
  struct CallInputs {
    Operands values;
    /// What each of them is in the operation.
    llvm::SmallVector<mlir::Value> sources;
    /// Whether the last value is the token of the chain of effects, which has
    /// no source.
    bool isChained = false;
  };
  mlir::FailureOr<CallInputs> collectInputs(mlir::Operation *operation);
  /// The body of a call: a copy of `operation`, taken apart.
  mlir::LogicalResult fillCall(mlir::Region &body, mlir::Operation *operation,
                               const CallInputs &inputs,
                               llvm::ArrayRef<mlir::Type> results);
  /// Ffi, callback or collective around a copy of `operation`.
  template <typename Call>
  mlir::LogicalResult buildCall(mlir::Operation *operation);
  mlir::LogicalResult buildStart(stablehlo::AsyncStartOp start);
  mlir::LogicalResult buildDone(stablehlo::AsyncDoneOp done);
  void buildBarrier(stablehlo::OptimizationBarrierOp barrier);
  bool buildTuple(mlir::Operation *operation);

  // BuildControl.cpp
  mlir::LogicalResult buildWhile(stablehlo::WhileOp loop);
  mlir::LogicalResult buildCase(mlir::Operation *operation, mlir::Value index,
                                llvm::ArrayRef<mlir::Region *> branches);
  /// Fills `region`, whose block has its arguments, and ends it with a yield.
  mlir::LogicalResult buildRegion(mlir::Region &source, mlir::Region &region,
                                  bool yieldsToken);
  /// Whether anything inside takes part in the chain of effects.
  bool hasEffects(mlir::Operation *operation);

  mlir::func::FuncOp function;
  /// By name. Programs of the same name may stand beside them already.
  llvm::StringMap<mlir::func::FuncOp> functions;
  mlir::OpBuilder builder;
  llvm::DenseMap<mlir::Value, mlir::Value> values;
  /// What tuples and futures done at once are made of.
  llvm::DenseMap<mlir::Value, Operands> composed;
  /// Null before the first effect.
  mlir::Value token;
  llvm::SetVector<mlir::Operation *> callStack;
  llvm::DenseMap<mlir::Operation *, bool> effects;
  /// Operations that are part of another one's kernel.
  llvm::SmallPtrSet<mlir::Operation *, 4> absorbed;
  unsigned kernelCount = 0;
  uint64_t operationCount = 0;
};

} // namespace weft::plan
