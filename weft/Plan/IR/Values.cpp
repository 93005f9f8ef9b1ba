// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes ask of values and operations.

#include "weft/Plan/IR/Plan.h"

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/StableHLO/Needs/OperandNeeds.h"

using namespace mlir;

namespace weft::plan {

std::optional<int64_t> elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = elementBytes(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (auto quantized = dyn_cast<quant::QuantizedType>(type)) {
    return (quantized.getStorageTypeIntegralWidth() + 7) / 8;
  }
  if (type.isIndex()) {
    return 8;
  }
  if (type.isIntOrFloat()) {
    return (type.getIntOrFloatBitWidth() + 7) / 8;
  }
  return std::nullopt;
}

int64_t byteSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape()) {
    return 0;
  }
  return tensor.getNumElements() *
         elementBytes(tensor.getElementType()).value_or(0);
}

Hero heroOf(Operation *operation) {
  using namespace stablehlo;
  return llvm::TypeSwitch<Operation *, Hero>(operation)
      .Case<DotGeneralOp, DotOp>([](auto) { return Hero::Dot; })
      .Case<ConvolutionOp, DynamicConvOp>(
          [](auto) { return Hero::Convolution; })
      .Case<ReduceOp, BatchNormTrainingOp, BatchNormGradOp>(
          [](auto) { return Hero::Reduce; })
      .Case<SortOp>([](auto) { return Hero::Sort; })
      .Case<GatherOp, DynamicGatherOp, TorchIndexSelectOp>(
          [](auto) { return Hero::Gather; })
      .Case<ScatterOp, SelectAndScatterOp>([](auto) { return Hero::Scatter; })
      .Case<ReduceWindowOp>([](auto) { return Hero::Window; })
      .Case<FftOp>([](auto) { return Hero::Fft; })
      .Case<RngOp, RngBitGeneratorOp>([](auto) { return Hero::Random; })
      .Case<CholeskyOp, EighOp, LuOp, PivotsToPermutationOp, QrOp,
            ReflectionsOp, TriangularSolveOp, TridiagonalSolveOp>(
          [](auto) { return Hero::Solve; })
      .Case<stablehlo::WhileOp>([](auto) { return Hero::Loop; })
      .Default([](Operation *) { return Hero::None; });
}

bool isElementwise(Operation *operation) {
  return stablehlo::needsSamePlace(operation);
}

unsigned countOperations(Region &region) {
  unsigned count = 0;
  for (Operation &operation : region.front()) {
    if (operation.hasTrait<OpTrait::IsTerminator>()) {
      continue;
    }
    ++count;
    if (isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(
            operation)) {
      for (Region &inner : operation.getRegions()) {
        count += countOperations(inner);
      }
    }
  }
  return count;
}

bool isOfNumbers(KernelOp kernel) {
  return kernel.getHero() == Hero::None &&
         llvm::all_of(kernel.getResultTypes(), [](Type type) {
           return cast<RankedTensorType>(type).getNumElements() == 1;
         });
}

bool keepsOrder(Operation *step) {
  if (isa<YieldOp, ReturnOp>(step)) {
    return false;
  }
  if (isa<CollectiveOp, StartOp, DoneOp>(step) ||
      !isa<PlanDialect>(step->getDialect())) {
    return true;
  }
  auto kernel = dyn_cast<KernelOp>(step);
  if (kernel && kernel.getHero() == Hero::Random) {
    return true;
  }
  if (!isa<WhileOp, CaseOp>(step)) {
    return false;
  }
  return llvm::any_of(step->getRegions(), [](Region &region) {
    return llvm::any_of(region.front(),
                        [](Operation &inner) { return keepsOrder(&inner); });
  });
}

Value WhileOp::getNextCondition() {
  auto carried = dyn_cast<BlockArgument>(getCondYield()->getOperand(0));
  return carried && carried.getOwner() == &getCond().front()
             ? getBodyYield()->getOperand(carried.getArgNumber())
             : Value();
}

SmallVector<StepGuard, kMaximumGuards> guardsOf(Operation *step) {
  SmallVector<StepGuard, kMaximumGuards> guards;
  for (Region *region = step->getParentRegion();;
       region = region->getParentRegion()) {
    Operation *around = region->getParentOp();
    auto loop = dyn_cast<WhileOp>(around);
    auto branches = dyn_cast<CaseOp>(around);
    if (loop && loop.getTurns() && !loop.getTrip() &&
        region == &loop.getBody()) {
      guards.push_back({loop.getCondYield()->getOperand(0)});
    } else if (branches && branches.getGuarded()) {
      guards.push_back({branches.getIndex(), region->getRegionNumber(),
                        static_cast<int64_t>(branches.getBranches().size())});
      continue;
    }
    // The device decides about a loop by itself, and so about what is in it.
    break;
  }
  std::reverse(guards.begin(), guards.end());
  return guards;
}

bool canBeLookedAt(Value number) {
  Type element = cast<RankedTensorType>(number.getType()).getElementType();
  return element.isInteger(1) || element.isInteger(32);
}

bool canLook(Operation *step) {
  auto branches = dyn_cast<CaseOp>(step);
  return (branches && branches.getGuarded()) ||
         isa<KernelOp, CopyOp, ConstantOp, ViewOp, BarrierOp>(step);
}

size_t guardsWithin(Block &block) {
  size_t most = 0;
  for (Operation &step : block) {
    auto branches = dyn_cast<CaseOp>(step);
    if (branches && branches.getGuarded()) {
      for (Region &region : branches.getBranches()) {
        most = std::max(most, 1 + guardsWithin(region.front()));
      }
    }
  }
  return most;
}

static bool isToken(Type type) { return isa<stablehlo::TokenType>(type); }

bool isChained(Operation *operation) {
  return llvm::any_of(operation->getOperandTypes(), isToken) ||
         llvm::any_of(operation->getResultTypes(), isToken);
}

Value findToken(ValueRange values) {
  for (Value value : values) {
    if (isToken(value.getType())) {
      return value;
    }
  }
  return {};
}

StringRef getRecord(Operation *operation) {
  auto record = operation->getAttrOfType<StringAttr>(kRecordName);
  return record ? record.getValue() : StringRef();
}

void setRecord(Operation *operation, StringRef code) {
  operation->setAttr(kRecordName,
                     StringAttr::get(operation->getContext(), code));
}

} // namespace weft::plan
