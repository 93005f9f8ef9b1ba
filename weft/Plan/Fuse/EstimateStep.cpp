// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/EstimateStep.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/Simplify/Match.h"

using namespace mlir;

namespace weft::plan {

using stablehlo::typeOf;

namespace {

/// How often threads meet for an operation, and how many terms each of its
/// elements has.
struct StepShape {
  int64_t meetings = 1;
  int64_t terms = 1;
};

/// As many terms as the window has places, unless each place has all before
/// it: those are combined in phases of about eight terms.
StepShape shapeOfWindow(stablehlo::ReduceWindowOp window) {
  constexpr int64_t termsOfPhase = 8;
  StepShape shape;
  for (auto [d, size] : llvm::enumerate(window.getWindowDimensions())) {
    auto type = typeOf(window.getInputs()[0]);
    if (size == 1 || size < type.getDimSize(d)) {
      shape.terms = saturatingMultiply(shape.terms, size);
      continue;
    }
    shape.meetings = 0;
    for (int64_t reach = 1; reach < size; reach *= termsOfPhase) {
      ++shape.meetings;
    }
    shape.terms =
        saturatingMultiply(shape.terms, shape.meetings * termsOfPhase);
  }
  return shape;
}

/// Each place looks at the indices of all updates, but for those of other
/// batches.
StepShape shapeOfScatter(stablehlo::ScatterOp scatter) {
  constexpr int64_t termsOfIndex = 2;
  stablehlo::ScatterDimensionNumbersAttr numbers =
      scatter.getScatterDimensionNumbers();
  auto indices = typeOf(scatter.getScatterIndices());
  StepShape shape{1, termsOfIndex};
  for (int64_t d = 0; d < indices.getRank(); ++d) {
    if (d != numbers.getIndexVectorDim() &&
        !llvm::is_contained(numbers.getScatterIndicesBatchingDims(), d)) {
      shape.terms = saturatingMultiply(shape.terms, indices.getDimSize(d));
    }
  }
  return shape;
}

/// Places of short lines, and of runs, are compared with all others; then
/// runs are merged, in which each is found by bisection.
StepShape shapeOfSort(stablehlo::SortOp sort) {
  constexpr int64_t longestCounted = 48;
  constexpr int64_t placesOfRun = 16;
  constexpr int64_t termsOfComparison = 3;
  constexpr int64_t termsOfHalving = 5;
  auto type = typeOf(sort.getInputs()[0]);
  const int64_t along = sort.getDimension();
  const int64_t length =
      type.getDimSize(along < 0 ? along + type.getRank() : along);
  const int64_t run = length <= longestCounted ? length : placesOfRun;
  StepShape shape{1, run * termsOfComparison};
  for (int64_t width = run; width < length; width *= 2) {
    ++shape.meetings;
    shape.terms += termsOfHalving * (llvm::Log2_64(width) + 1);
  }
  return shape;
}

/// Along each dimension two sums of about as many terms as its root, of four
/// products each.
StepShape shapeOfFourier(stablehlo::FftOp transform) {
  constexpr int64_t productsOfTerm = 4;
  StepShape shape{0, 0};
  for (int64_t points : transform.getFftLength()) {
    int64_t root = 1;
    while (root * root < points) {
      ++root;
    }
    shape.meetings += 2;
    shape.terms += 2 * root * productsOfTerm;
  }
  return shape;
}

/// Threads meet for each column, or unknown, that is taken away from all
/// others, and for the largest of a column, which one of them looks for.
StepShape shapeOfFactors(Operation *operation) {
  constexpr int64_t termsOfColumn = 6;
  auto type = typeOf(operation->getOperand(0));
  const int64_t columns = type.getShape().back();
  StepShape shape{columns + 2, columns * termsOfColumn};
  if (isa<stablehlo::LuOp, stablehlo::QrOp>(operation)) {
    shape.meetings += 2 * columns;
    shape.terms += columns * type.getDimSize(type.getRank() - 2) / 2;
  } else if (isa<stablehlo::PivotsToPermutationOp>(operation)) {
    shape.meetings = 1;
  }
  return shape;
}

StepShape shapeOf(Operation *operation, int64_t elements) {
  if (auto product = dyn_cast<stablehlo::DotGeneralOp>(operation)) {
    StepShape shape;
    auto lhs = typeOf(product.getLhs());
    for (int64_t d :
         product.getDotDimensionNumbers().getLhsContractingDimensions()) {
      shape.terms *= lhs.getDimSize(d);
    }
    return shape;
  }
  if (isa<stablehlo::ReduceOp>(operation)) {
    return {1, typeOf(operation->getOperand(0)).getNumElements() /
                   std::max<int64_t>(elements, 1)};
  }
  if (auto window = dyn_cast<stablehlo::ReduceWindowOp>(operation)) {
    return shapeOfWindow(window);
  }
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(operation)) {
    return shapeOfScatter(scatter);
  }
  if (auto sort = dyn_cast<stablehlo::SortOp>(operation)) {
    return shapeOfSort(sort);
  }
  if (auto convolution = dyn_cast<stablehlo::ConvolutionOp>(operation)) {
    const int64_t features =
        typeOf(convolution.getRhs())
            .getDimSize(convolution.getDimensionNumbers()
                            .getKernelOutputFeatureDimension());
    return {1, typeOf(convolution.getRhs()).getNumElements() /
                   std::max<int64_t>(features, 1)};
  }
  if (auto transform = dyn_cast<stablehlo::FftOp>(operation)) {
    return shapeOfFourier(transform);
  }
  return heroOf(operation) == Hero::Solve ? shapeOfFactors(operation)
                                          : StepShape();
}

/// An integer that is known.
std::optional<int64_t> numberOf(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto number = constant ? dyn_cast<DenseIntElementsAttr>(constant.getValue())
                         : DenseIntElementsAttr();
  return number && number.isSplat()
             ? std::optional(number.getSplatValue<APInt>().getSExtValue())
             : std::nullopt;
}

/// A loop that compares a number of its state with one that is known.
struct Limit {
  unsigned state;
  int64_t end;
};
std::optional<Limit> limitOf(stablehlo::WhileOp loop) {
  auto compare = loop.getCond()
                     .front()
                     .getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<stablehlo::CompareOp>();
  auto argument =
      compare ? dyn_cast<BlockArgument>(compare.getLhs()) : BlockArgument();
  std::optional<int64_t> end =
      argument ? numberOf(compare.getRhs()) : std::nullopt;
  return end ? std::optional(Limit{argument.getArgNumber(), *end})
             : std::nullopt;
}

class Estimate {
public:
  explicit Estimate(const Machine &machine) : machine(machine) {}

  /// Of what is done once in a step. What is computed element by element is a
  /// kernel, too.
  StepTimes of(Block &block) const {
    StepTimes times = {0, kernel()};
    for (Operation &operation : block.without_terminator()) {
      add(times, of(&operation));
    }
    return times;
  }

private:
  static void add(StepTimes &times, const StepTimes &more) {
    times.inBlock += more.inBlock;
    times.apart += more.apart;
  }

  /// A loop inside is a kernel of one block wherever it is; few numbers are
  /// sorted, and small matrices factored, by one block apart as well.
  StepTimes of(Operation *operation) const {
    if (isa<stablehlo::CaseOp, stablehlo::IfOp>(operation)) {
      StepTimes times;
      for (Region &region : operation->getRegions()) {
        add(times, of(region.front()));
      }
      return times;
    }
    auto loop = dyn_cast<stablehlo::WhileOp>(operation);
    const int64_t block = loop ? inLoop(loop) : inBlock(operation);
    const bool isOneBlock =
        isa<stablehlo::WhileOp, stablehlo::SortOp>(operation) ||
        heroOf(operation) == Hero::Solve;
    return {block, kernelsOf(operation) * kernel() + (isOneBlock ? block : 0)};
  }

  /// A kernel begins, and waits for memory.
  int64_t kernel() const {
    constexpr int64_t beginnings = 2;
    return beginnings * machine.costs.kernelPicoseconds;
  }

  /// Sums are joined with what is computed for them. Operations with algorithms
  /// of their own find it in memory, as does what is put together of parts.
  static int64_t kernelsOf(Operation *operation) {
    switch (heroOf(operation)) {
    case Hero::None:
      return isa<stablehlo::ConcatenateOp>(operation) ? 1 : 0;
    case Hero::Gather:
      return 0;
    case Hero::Fft:
    case Hero::Scatter:
    case Hero::Solve:
    case Hero::Sort:
    case Hero::TopK:
    case Hero::Window:
      return 2;
    default:
      return 1;
    }
  }

  int64_t inLoop(stablehlo::WhileOp loop) const {
    // Of a loop whose end is not known.
    constexpr int64_t someTurns = 4;
    std::optional<Limit> limit = limitOf(loop);
    std::optional<int64_t> first =
        limit ? numberOf(loop->getOperand(limit->state)) : std::nullopt;
    const int64_t turns =
        first ? std::max<int64_t>(limit->end - *first, 0) : someTurns;
    return saturatingMultiply(turns, of(loop.getBody().front()).inBlock);
  }

  /// Each thread computes its elements one by one, and each term takes about as
  /// long as a load from the chip. What only moves elements is read where they
  /// are, and what is computed of elements where these are.
  static int64_t inBlock(Operation *operation) {
    constexpr int64_t threads = 512;
    constexpr int64_t termPicoseconds = 10'000;
    constexpr int64_t elementPicoseconds = 3'000;
    constexpr int64_t meetingPicoseconds = 40'000;
    if (operation->getNumResults() == 0 ||
        isa<stablehlo::ConstantOp, stablehlo::BroadcastInDimOp,
            stablehlo::ReshapeOp, stablehlo::SliceOp, stablehlo::TransposeOp>(
            operation)) {
      return 0;
    }
    auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(operation);
    const int64_t elements =
        typeOf(update ? Value(update.getUpdate()) : operation->getResult(0))
            .getNumElements();
    const auto rounds =
        static_cast<int64_t>(llvm::divideCeil(elements, threads));
    if (isElementwise(operation)) {
      return saturatingMultiply(rounds, elementPicoseconds);
    }
    const StepShape step = shapeOf(operation, elements);
    return step.meetings * meetingPicoseconds +
           saturatingMultiply(rounds,
                              saturatingMultiply(step.terms, termPicoseconds));
  }

  const Machine &machine;
};

} // namespace

StepTimes estimateStep(stablehlo::WhileOp loop, const Machine &machine) {
  const Estimate estimate(machine);
  StepTimes times = estimate.of(loop.getBody().front());
  if (!limitOf(loop)) {
    // A turn asks whether there is another one, and several are told for a test
    // (GroupTurns.h).
    constexpr int64_t turnsOfTest = 8;
    times.apart += machine.costs.kernelPicoseconds +
                   machine.costs.iterationPicoseconds / turnsOfTest;
  }
  // No finer than they are known.
  constexpr int64_t unit = 10'000;
  return {times.inBlock / unit * unit, times.apart / unit * unit};
}

} // namespace weft::plan
