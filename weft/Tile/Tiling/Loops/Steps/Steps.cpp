// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/OperationKinds.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {

/// The form of a hero as a step; null where there is none.
static void (*formOf(Operation *op))(HeroStep &) {
  using Form = void (*)(HeroStep &);
  return llvm::TypeSwitch<Operation *, Form>(op)
      .Case<stablehlo::CholeskyOp>([](auto) { return emitCholeskyStep; })
      .Case<stablehlo::LuOp>([](auto) { return emitLuStep; })
      .Case<stablehlo::PivotsToPermutationOp>(
          [](auto) { return emitPermutationStep; })
      .Case<stablehlo::ScatterOp>([](auto) { return emitScatterStep; })
      .Case<stablehlo::SortOp>([](auto) { return emitSortStep; })
      .Case<stablehlo::TriangularSolveOp>([](auto) { return emitSystemsStep; })
      .Default([](Operation *other) -> Form {
        return findRunning(other)          ? emitRunningStep
               : isSmallWindow(other)      ? emitWindowStep
               : isSmallConvolution(other) ? emitConvolutionStep
                                           : nullptr;
      });
}

std::optional<Refusal> refuseHeroStep(Operation *op) {
  if (!formOf(op)) {
    return Refusal{op, "loop.operation",
                   llvm::formatv("{0} is inside a loop", op->getName())};
  }
  return refuseBodies(op);
}

void HeroStep::emit() { formOf(op)(*this); }

TileValue HeroStep::load(const StepValue &value, Indices at) {
  return value.ref ? load(value.ref, at, value.element()) : value.everywhere;
}

void HeroStep::phase(ArrayRef<int64_t> shape, ValueRange read,
                     ValueRange written,
                     llvm::function_ref<void(Indices)> body) {
  frame.meetBefore(llvm::to_vector(read), llvm::to_vector(written));
  int64_t count = 1;
  llvm::SmallVector<int64_t> counts;
  for (int64_t extent : shape) {
    count *= extent;
    if (extent > 1) {
      counts.push_back(extent);
    }
  }
  frame.share(count, [&](Value number) {
    llvm::SmallVector<Value> numbers;
    if (count > 1) {
      numbers = emitProgramNumbers(builder, loc, number, counts);
    }
    llvm::SmallVector<Value> at;
    size_t next = 0;
    for (int64_t extent : shape) {
      at.push_back(extent > 1 ? numbers[next++] : index(0));
    }
    body(at);
  });
}

void HeroStep::repeat(int64_t count, llvm::function_ref<void(Value)> body) {
  if (count <= 0) {
    return;
  }
  frame.meet();
  loop(index(0), index(count), [&](Value number) {
    body(number);
    frame.meet();
  });
}

llvm::SmallVector<Value>
HeroStep::choose(Value condition, ValueRange otherwise,
                 llvm::function_ref<llvm::SmallVector<Value>()> then) {
  auto choice = scf::IfOp::create(builder, loc, otherwise.getTypes(), condition,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToEnd(choice.thenBlock());
  llvm::SmallVector<Value> chosen = then();
  scf::YieldOp::create(builder, loc, chosen);
  builder.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(builder, loc, otherwise);
  builder.setInsertionPointAfter(choice);
  return llvm::to_vector_of<Value>(choice.getResults());
}

llvm::SmallVector<Value> HeroStep::operandRefs() const {
  llvm::SmallVector<Value> refs;
  for (const StepValue &operand : operands) {
    if (operand.ref) {
      refs.push_back(operand.ref);
    }
  }
  return refs;
}

} // namespace weft::tile
