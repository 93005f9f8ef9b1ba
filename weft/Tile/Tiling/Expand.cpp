// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Expand.h"

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/FourierPlan.h"
#include "weft/Tile/Tiling/Passes.h"
#include "weft/Tile/Tiling/Places.h"

using namespace mlir;

namespace weft::tile {

#define GEN_PASS_DEF_EXPANDOPERATIONS
#include "weft/Tile/Tiling/Passes.h.inc"

bool hasKnownElements(Value array) {
  auto type = dyn_cast<RankedTensorType>(array.getType());
  return type && type.hasStaticShape() && !type.getEncoding() &&
         type.getNumElements() > 0 && isTileElement(type.getElementType());
}

std::pair<Type, Type> typesOfSum(Type element) {
  Type single = Float32Type::get(element.getContext());
  Type twice = Float64Type::get(element.getContext());
  if (isa<FloatType>(element)) {
    return {element.getIntOrFloatBitWidth() < 32 ? single : element, twice};
  }
  return {element, isComplex(element) ? ComplexType::get(twice) : element};
}

/// Points whose roots are constants of a program.
static constexpr int64_t mostRoots = 1 << 17;

/// Whether a core transforms so many points by one kernel: not what would leave
/// its caches, and can be taken apart.
static bool hasFourierLines(int64_t points) {
  return FourierPlan::hasTables(points) &&
         (points <= FourierPlan::mostChirpedInCaches ||
          !FourierPlan::needsChirp(points) ||
          FourierPlan::roughPart(points) == points);
}

/// Signals with large primes become operations on arrays where kernels would
/// need long tables.
static bool splitSignals(Operation *op, const Machine &machine) {
  auto fft = dyn_cast<stablehlo::FftOp>(op);
  if (!fft || fft.getFftLength().size() != 1 ||
      !hasKnownElements(fft.getOperand())) {
    return false;
  }
  const int64_t points = fft.getFftLength()[0];
  Type part = partType(getElementTypeOrSelf(fft.getOperand().getType()));
  // Pairs of real numbers are points of a kernel.
  const bool isReal = fft.getFftType() == stablehlo::FftType::RFFT ||
                      fft.getFftType() == stablehlo::FftType::IRFFT;
  const int64_t walked = isReal && points % 2 == 0 ? points / 2 : points;
  if (machine.isCpu()
          ? FourierPlan::hasTables(points) && hasFourierLines(walked)
          : hasFourierBlocks(points, machine, part)) {
    return false;
  }
  stablehlo::FourierMeans means;
  if (machine.isCpu()) {
    means.hasKernel = hasFourierLines;
    means.roughPart = FourierPlan::roughPart;
    means.roots = [](int64_t points, int64_t count) {
      return points <= mostRoots ? rootsOfUnity(points, 1, count)
                                 : std::vector<std::complex<double>>();
    };
    means.convolutionLength = [](int64_t least) {
      return convolutionLength(least, /*hasEights=*/true);
    };
  }
  stablehlo::expandChirp(fft, means);
  return true;
}

void expandOperations(Operation *root, const Machine &machine,
                      LoopTest isOneKernel) {
  stablehlo::expandOperations(
      root, [](Region &body) { return !findForeignOperation(body); },
      machine.isCpu() ? stablehlo::Lanes::OfVectors
                      : stablehlo::Lanes::OfThreads);
  llvm::SmallVector<Operation *> operations;
  if (!machine.isCpu()) {
    // As loops are before anything in them is written otherwise.
    llvm::DenseSet<Operation *> kernels;
    root->walk([&](stablehlo::WhileOp loop) {
      if (isOneKernel(loop)) {
        kernels.insert(loop);
      }
    });
    auto isInKernel = [&](Operation *op) {
      while (op && !kernels.contains(op)) {
        op = op->getParentOp();
      }
      return op != nullptr;
    };
    root->walk([&](stablehlo::FftOp op) { operations.push_back(op); });
    for (Operation *op : operations) {
      if (isInKernel(op) && multiplySignals(op)) {
        op->erase();
      }
    }
    operations.clear();
    // Those of very long sums when they are cut.
    for (int round = 0; round < 2; ++round) {
      root->walk([&](stablehlo::DotGeneralOp op) { operations.push_back(op); });
      for (Operation *op : operations) {
        if ((!isInKernel(op) && sumProduct(op)) || splitProduct(op, machine)) {
          op->erase();
        }
      }
      operations.clear();
    }
  }
  if (machine.isCpu()) {
    // A left operand, and then a right one.
    for (int side = 0; side < 2; ++side) {
      root->walk([&](stablehlo::DotGeneralOp op) { operations.push_back(op); });
      for (Operation *op : operations) {
        if (orderFactors(op, machine)) {
          op->erase();
        }
      }
      operations.clear();
    }
  }
  splitRows(root, machine);
  // Those that were just written, too.
  root->walk([&](Operation *op) {
    if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op)) {
      chooseOneSide(reduce);
    }
    operations.push_back(op);
  });
  for (Operation *op : operations) {
    // Machines whose threads sort one line each have long ones cut.
    if (splitPlaces(op, machine) || alignColumns(op, machine) ||
        splitReduction(op, machine) || splitProduct(op, machine) ||
        (!machine.isCpu() && splitConvolution(op)) ||
        splitSignals(op, machine) || (machine.isCpu() && splitSort(op))) {
      op->erase();
    }
  }
}

namespace {

class ExpandOperations : public impl::ExpandOperationsBase<ExpandOperations> {
public:
  void runOnOperation() override {
    expandOperations(getOperation(), Machine(),
                     [](stablehlo::WhileOp) { return false; });
  }
};

} // namespace
} // namespace weft::tile
