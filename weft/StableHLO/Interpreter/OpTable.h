// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function executes which operation.
//
// Each family of operations is a file that exports one function which adds its
// operations to a table:
//
//   void addMovementOps(OpTable &table) {
//     table.add<stablehlo::ReverseOp>([](stablehlo::ReverseOp op, OpCall &call)
//     {
//       return call.finish(evalReverseOp(call.budget(), call.tensor(0),
//                                        op.getDimensions()));
//     });
//   }
//
// The entry unpacks operands and attributes; the meaning is in evalReverseOp,
// a function of values alone that other operations may call when the
// specification defines them by it.

#pragma once

#include "weft/StableHLO/Interpreter/OpCall.h"

#include <llvm/ADT/StringMap.h>

#include <functional>

namespace weft::reference {

using OpFunction = std::function<Status(OpCall &)>;

class OpTable {
public:
  /// `function` takes (Op, OpCall &) and returns a Status. Adding an operation
  /// again replaces its entry.
  template <typename Op, typename Function> void add(Function function) {
    add(Op::getOperationName(),
        [function = std::move(function)](OpCall &call) -> Status {
          return function(mlir::cast<Op>(call.operation()), call);
        });
  }

  void add(llvm::StringRef operationName, OpFunction function) {
    functions[operationName] = std::move(function);
  }

  /// Null when the operation is not known.
  const OpFunction *find(llvm::StringRef operationName) const {
    auto entry = functions.find(operationName);
    return entry == functions.end() ? nullptr : &entry->second;
  }

private:
  llvm::StringMap<OpFunction> functions;
};

/// constant and func.call.
void addBasicOps(OpTable &table);
/// Every operation that works element by element, uniform_quantize and
/// uniform_dequantize included.
void addElementwiseOps(OpTable &table);
void addMovementOps(OpTable &table);
void addGatherScatterOps(OpTable &table);
void addReductionOps(OpTable &table);
void addLinearOps(OpTable &table);
void addConvolutionOps(OpTable &table);
void addFactorizationOps(OpTable &table);
void addNormalizationOps(OpTable &table);
void addFourierOps(OpTable &table);
void addRandomOps(OpTable &table);
void addDynamicOps(OpTable &table);
void addControlOps(OpTable &table);
void addCollectiveOps(OpTable &table);

/// Folds what the members of a group brought: `brought[member][i]` is operand i
/// of that member, `types[i]` the type of result i.
using GroupReduction = std::function<StatusOr<llvm::SmallVector<Tensor, 2>>(
    OpCall &, llvm::ArrayRef<Values> brought,
    llvm::ArrayRef<mlir::RankedTensorType> types)>;
/// The same, with reductions by a function of the caller's.
void addCollectiveOps(OpTable &table, const GroupReduction &reduce);

/// Runs region 0 of an operation on its operands, beside what follows where
/// there are other processes. The result of the operation is the future of
/// what the region returns. The region captures nothing.
Status startRegion(OpCall &call);

/// Every operation of StableHLO and the calls of `func`.
OpTable standardOpTable();

} // namespace weft::reference
