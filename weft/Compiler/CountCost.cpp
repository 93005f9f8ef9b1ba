// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/CountCost.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/Boundary/ElementTypes.h"
#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>

using namespace mlir;

namespace weft {
namespace {

double elementsOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    return 0;
  }
  double count = 1;
  for (int64_t extent : tensor.getShape()) {
    count *= ShapedType::isDynamic(extent) ? 1 : static_cast<double>(extent);
  }
  return count;
}

double bytesOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    return 0;
  }
  std::optional<ElementType> element = elementTypeOf(tensor.getElementType());
  return elementsOf(type) * (element ? elementBytes(*element) : 1);
}

double bytesOf(TypeRange types) {
  double sum = 0;
  for (Type type : types) {
    sum += bytesOf(type);
  }
  return sum;
}

OperationCost::Kind kindOf(Operation *operation) {
  return operationCost(operation->getName().stripDialect()).kind;
}

class Counter {
public:
  explicit Counter(func::FuncOp entry) : symbols(entry->getParentOp()) {}

  /// What is called is counted before what calls it, on a stack of our own: a
  /// program may call deeper than the machine's stack is.
  ProgramCost count(func::FuncOp entry) {
    struct Frame {
      func::FuncOp function;
      SmallVector<func::FuncOp> callees;
      size_t next = 0;
    };
    std::vector<Frame> stack;
    auto open = [&](func::FuncOp function) {
      // Until it is counted, it adds nothing to those that it calls.
      if (functions.try_emplace(function).second && !function.isExternal()) {
        stack.push_back({function, calleesOf(function)});
      }
    };
    open(entry);
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.next < frame.callees.size()) {
        open(frame.callees[frame.next++]);
        continue;
      }
      functions[frame.function] = countBlock(frame.function.getBody().front());
      stack.pop_back();
    }
    return functions.lookup(entry);
  }

private:
  static StringRef calleeOf(Operation *operation) {
    if (auto call = dyn_cast<func::CallOp>(operation)) {
      return call.getCallee();
    }
    auto composite = dyn_cast<stablehlo::CompositeOp>(operation);
    return composite ? composite.getDecomposition() : StringRef();
  }

  SmallVector<func::FuncOp> calleesOf(func::FuncOp function) {
    SmallVector<func::FuncOp> callees;
    function.walk([&](Operation *operation) {
      StringRef name = calleeOf(operation);
      if (auto callee = name.empty() ? func::FuncOp()
                                     : symbols.lookup<func::FuncOp>(name)) {
        callees.push_back(callee);
      }
    });
    return callees;
  }

  ProgramCost countBlock(Block &block) {
    ProgramCost total;
    double live = 0;
    double peak = 0;
    llvm::DenseMap<Value, double> alive;
    llvm::DenseSet<Value> returned;
    for (Value value : block.getTerminator()->getOperands()) {
      returned.insert(value);
    }
    for (Operation &operation : block) {
      ProgramCost cost = countOperation(operation);
      total.analysis.flops += cost.analysis.flops;
      total.analysis.transcendentals += cost.analysis.transcendentals;
      total.analysis.bytesAccessed += cost.analysis.bytesAccessed;
      total.operations += cost.operations;
      for (Value result : operation.getResults()) {
        if (!returned.contains(result)) {
          live += alive[result] = bytesOf(result.getType());
        }
      }
      peak = std::max(peak, live + static_cast<double>(cost.temporaryBytes));
      release(operation, alive, live);
    }
    total.temporaryBytes = static_cast<uint64_t>(peak);
    return total;
  }

  /// Values whose last use `operation` is. Uses in later blocks count as uses
  /// by the operations of this block that contain them.
  static void release(Operation &operation,
                      llvm::DenseMap<Value, double> &alive, double &live) {
    auto releaseIfLast = [&](Value value) {
      auto found = alive.find(value);
      if (found == alive.end()) {
        return;
      }
      for (Operation *user : value.getUsers()) {
        Operation *ancestor =
            operation.getBlock()->findAncestorOpInBlock(*user);
        if (ancestor && operation.isBeforeInBlock(ancestor)) {
          return;
        }
      }
      live -= found->second;
      alive.erase(found);
    };
    for (Value result : operation.getResults()) {
      releaseIfLast(result);
    }
    operation.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        releaseIfLast(operand);
      }
    });
  }

  ProgramCost countOperation(Operation &operation) {
    ProgramCost cost;
    cost.operations = 1;
    if (operation.hasTrait<OpTrait::IsTerminator>() ||
        kindOf(&operation) == OperationCost::Kind::Nothing) {
      return cost;
    }
    if (StringRef callee = calleeOf(&operation); !callee.empty()) {
      return functions.lookup(symbols.lookup(callee));
    }
    if (isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(
            operation)) {
      for (Region &region : operation.getRegions()) {
        ProgramCost body = countBlock(region.front());
        cost.analysis.flops += body.analysis.flops;
        cost.analysis.transcendentals += body.analysis.transcendentals;
        cost.analysis.bytesAccessed += body.analysis.bytesAccessed;
        cost.operations += body.operations;
        cost.temporaryBytes =
            std::max(cost.temporaryBytes, body.temporaryBytes);
      }
      return cost;
    }
    cost.analysis.bytesAccessed = bytesOf(operation.getOperandTypes()) +
                                  bytesOf(operation.getResultTypes());
    (kindOf(&operation) == OperationCost::Kind::Transcendental
         ? cost.analysis.transcendentals
         : cost.analysis.flops) = workOf(operation);
    return cost;
  }

  static double workOf(Operation &operation) {
    using namespace stablehlo;
    double results = 0;
    for (Type type : operation.getResultTypes()) {
      results += elementsOf(type);
    }
    if (kindOf(&operation) == OperationCost::Kind::Moves) {
      return 0;
    }
    if (auto dot = dyn_cast<DotGeneralOp>(operation)) {
      auto left = cast<ShapedType>(dot.getLhs().getType());
      double depth = 1;
      for (int64_t dimension :
           dot.getDotDimensionNumbers().getLhsContractingDimensions()) {
        depth *= std::max<double>(left.getDimSize(dimension), 1);
      }
      return 2 * results * depth;
    }
    if (auto convolution = dyn_cast<ConvolutionOp>(operation)) {
      auto kernel = cast<ShapedType>(convolution.getRhs().getType());
      int64_t features =
          convolution.getDimensionNumbers().getKernelOutputFeatureDimension();
      return 2 * results * elementsOf(kernel) /
             std::max<double>(kernel.getDimSize(features), 1);
    }
    if (isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, ScatterOp, SortOp,
            AllReduceOp, ReduceScatterOp, MapOp>(operation)) {
      double operands = 0;
      for (Type type : operation.getOperandTypes()) {
        operands += elementsOf(type);
      }
      double body = 0;
      for (Region &region : operation.getRegions()) {
        for (Operation &inner : region.front()) {
          body += inner.hasTrait<OpTrait::IsTerminator>() ? 0 : 1;
        }
      }
      return operands * std::max(body, 1.0);
    }
    return results;
  }

  SymbolTable symbols;
  llvm::DenseMap<Operation *, ProgramCost> functions;
};

} // namespace

ProgramCost countCost(func::FuncOp entry) {
  return Counter(entry).count(entry);
}

} // namespace weft
