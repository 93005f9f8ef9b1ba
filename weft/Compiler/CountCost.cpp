// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/CountCost.h"

#include "weft/Compiler/ElementTypes.h"
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

bool isTranscendental(Operation *operation) {
  using namespace stablehlo;
  return isa<ExponentialOp, ExponentialMinusOneOp, LogOp, LogPlusOneOp,
             LogisticOp, TanhOp, TanOp, SineOp, CosineOp, Atan2Op, PowerOp,
             SqrtOp, RsqrtOp, CbrtOp>(operation);
}

bool movesNothing(Operation *operation) {
  using namespace stablehlo;
  return isa<ConstantOp, ReshapeOp, OptimizationBarrierOp, AfterAllOp,
             CreateTokenOp, TupleOp, GetTupleElementOp>(operation);
}

bool onlyMoves(Operation *operation) {
  using namespace stablehlo;
  return isa<BroadcastInDimOp, TransposeOp, SliceOp, DynamicSliceOp,
             DynamicUpdateSliceOp, ConcatenateOp, PadOp, ReverseOp, GatherOp,
             IotaOp, BitcastConvertOp, CustomCallOp>(operation);
}

class Counter {
public:
  explicit Counter(func::FuncOp entry) : symbols(entry->getParentOp()) {}

  const ProgramCost &count(func::FuncOp function) {
    auto [found, isNew] = functions.try_emplace(function);
    if (!isNew) {
      // Counted, or, in a recursion, being counted: then it adds nothing.
      return found->second;
    }
    ProgramCost cost;
    if (!function.isExternal()) {
      cost = countBlock(function.getBody().front());
    }
    return functions[function] = cost;
  }

private:
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
    if (operation.hasTrait<OpTrait::IsTerminator>() ||
        movesNothing(&operation)) {
      return cost;
    }
    if (auto call = dyn_cast<func::CallOp>(operation)) {
      return countCallee(call.getCallee());
    }
    if (auto composite = dyn_cast<stablehlo::CompositeOp>(operation)) {
      return countCallee(composite.getDecomposition());
    }
    if (isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(
            operation)) {
      for (Region &region : operation.getRegions()) {
        ProgramCost body = countBlock(region.front());
        cost.analysis.flops += body.analysis.flops;
        cost.analysis.transcendentals += body.analysis.transcendentals;
        cost.analysis.bytesAccessed += body.analysis.bytesAccessed;
        cost.temporaryBytes =
            std::max(cost.temporaryBytes, body.temporaryBytes);
      }
      return cost;
    }
    cost.analysis.bytesAccessed = bytesOf(operation.getOperandTypes()) +
                                  bytesOf(operation.getResultTypes());
    (isTranscendental(&operation) ? cost.analysis.transcendentals
                                  : cost.analysis.flops) = workOf(operation);
    return cost;
  }

  ProgramCost countCallee(llvm::StringRef name) {
    auto callee = symbols.lookup<func::FuncOp>(name);
    return callee ? count(callee) : ProgramCost();
  }

  static double workOf(Operation &operation) {
    using namespace stablehlo;
    double results = 0;
    for (Type type : operation.getResultTypes()) {
      results += elementsOf(type);
    }
    if (onlyMoves(&operation)) {
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
