// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/OperationKinds.h"

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/Tile/Tiling/Body.h"

using namespace mlir;

namespace weft::tile {

bool isControl(Operation *op) {
  return isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(op);
}

bool isHero(Operation *op) {
  return isa<stablehlo::SortOp, stablehlo::ScatterOp,
             stablehlo::SelectAndScatterOp, stablehlo::CholeskyOp,
             stablehlo::EighOp, stablehlo::LuOp,
             stablehlo::PivotsToPermutationOp, stablehlo::QrOp,
             stablehlo::ReflectionsOp, stablehlo::TriangularSolveOp,
             stablehlo::TridiagonalSolveOp, stablehlo::FftOp>(op) ||
         findRunning(op);
}

static bool isOnes(std::optional<llvm::ArrayRef<int64_t>> values) {
  return !values || llvm::all_of(*values, [](int64_t v) { return v == 1; });
}

std::optional<Running> findRunning(Operation *op) {
  auto window = dyn_cast<stablehlo::ReduceWindowOp>(op);
  if (!window || window.getInputs().size() != 1 ||
      !isOnes(window.getWindowStrides()) ||
      !isOnes(window.getBaseDilations()) ||
      !isOnes(window.getWindowDilations())) {
    return std::nullopt;
  }
  auto type = cast<RankedTensorType>(window.getInputs()[0].getType());
  if (type != window.getResultTypes()[0]) {
    return std::nullopt;
  }
  std::optional<int64_t> along;
  for (auto [d, size] : llvm::enumerate(window.getWindowDimensions())) {
    if (size == 1) {
      continue;
    }
    if (along || size != type.getDimSize(d)) {
      return std::nullopt;
    }
    along = static_cast<int64_t>(d);
  }
  std::optional<CombineKind> kind = combineKindOf(window.getBody());
  if (!along || !kind || !isNeutral(*kind, window.getInitValues()[0])) {
    return std::nullopt;
  }
  int64_t past = type.getDimSize(*along) - 1;
  Running running{*along, false};
  bool forward = true;
  bool backward = true;
  for (auto [d, dimension] : llvm::enumerate(window.getWindow())) {
    int64_t low = dimension.paddingLow;
    int64_t high = dimension.paddingHigh;
    int64_t wanted = static_cast<int64_t>(d) == *along ? past : 0;
    forward &= high == 0 && low == wanted;
    backward &= low == 0 && high == wanted;
  }
  running.reverse = backward;
  return forward || backward ? std::optional(running) : std::nullopt;
}

} // namespace weft::tile
