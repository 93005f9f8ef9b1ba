// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small convolution: each element of the result is a sum over its window and
// the features of its group. What a few places of the window need is loaded
// before any of it is multiplied, so that it is on its way together. What lies
// outside of the input is zero.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Longer sums have digits to lose (Contraction.h).
constexpr int64_t mostTerms = 1024;
/// Terms that are written out, at most, and those that are loaded together.
constexpr int64_t termsWrittenOut = 64;
constexpr size_t termsTogether = 8;

int64_t extentOf(Value value, int64_t dimension) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dimension);
}

class StepConvolution {
public:
  explicit StepConvolution(HeroStep &step)
      : step(step), math(step.math),
        op(cast<stablehlo::ConvolutionOp>(step.op)),
        numbers(op.getDimensionNumbers()), windows(op.getWindow()),
        output(cast<RankedTensorType>(op.getResult().getType())),
        sumType(typeOfSum(output.getElementType())) {
    summed.push_back(
        {extentOf(op.getRhs(), numbers.getKernelInputFeatureDimension())});
    for (const stablehlo::WindowDimension &window : windows) {
      summed.push_back({window.size});
    }
    chooseChunks();
  }

  void run() {
    step.phase(output.getShape(), step.operandRefs(), step.results,
               [&](ArrayRef<Value> at) {
                 Value zero = math.zero(partType(sumType));
                 Value sum = addFrom(0, at, zero);
                 step.store(
                     step.results[0], at,
                     emitConvert(math, {sum}, sumType, output.getElementType()),
                     output.getElementType());
               });
  }

private:
  /// A dimension that is summed over, in chunks that are written out.
  struct Summed {
    int64_t extent;
    int64_t chunk = 1;
    /// Which chunk it is; null where there is one.
    Value number = {};
  };

  /// One factor of each, and whether there is an element of the input; null for
  /// surely.
  struct Term {
    Value input;
    Value weight;
    Value isThere;
  };

  static Type typeOfSum(Type element) {
    if (!isa<FloatType>(element) || element.isF64()) {
      return element;
    }
    return Float32Type::get(element.getContext());
  }

  /// Inner dimensions first, those of others in parts of equal length.
  void chooseChunks() {
    int64_t room = termsWrittenOut;
    for (Summed &dimension : llvm::reverse(summed)) {
      for (int64_t size = 1; size <= std::min(room, dimension.extent); ++size) {
        if (dimension.extent % size == 0) {
          dimension.chunk = size;
        }
      }
      room = dimension.chunk < dimension.extent ? 1 : room / dimension.chunk;
    }
  }

  /// `sum` with all terms of the dimensions from `d` on.
  Value addFrom(size_t d, ArrayRef<Value> at, Value sum) {
    if (d == summed.size()) {
      return addWrittenOut(at, sum);
    }
    Summed &dimension = summed[d];
    if (dimension.chunk == dimension.extent) {
      return addFrom(d + 1, at, sum);
    }
    return step.loop(
        step.index(0), step.index(dimension.extent / dimension.chunk), sum,
        [&](Value number, ValueRange before) -> llvm::SmallVector<Value> {
          dimension.number = step.mul(number, dimension.chunk);
          Value after = addFrom(d + 1, at, before[0]);
          dimension.number = {};
          return {after};
        })[0];
  }

  Value addWrittenOut(ArrayRef<Value> at, Value sum) {
    llvm::SmallVector<int64_t> place(summed.size(), 0);
    llvm::SmallVector<Term> loaded;
    bool isEnd = false;
    while (!isEnd) {
      loaded.push_back(load(at, place));
      isEnd = !advance(place);
      if (isEnd || loaded.size() == termsTogether) {
        for (const Term &term : loaded) {
          Value input = term.input;
          if (term.isThere) {
            input =
                math.select(term.isThere, input, math.zero(input.getType()));
          }
          sum = math.add(sum, math.mul(input, term.weight));
        }
        loaded.clear();
      }
    }
    return sum;
  }

  /// Goes to the next term of a chunk, if there is one.
  bool advance(MutableArrayRef<int64_t> place) const {
    for (size_t d = place.size(); d-- > 0;) {
      if (++place[d] < summed[d].chunk) {
        return true;
      }
      place[d] = 0;
    }
    return false;
  }

  /// Where a term is in a dimension that is summed over.
  Value numberOf(size_t d, int64_t place) {
    Value number = step.index(place);
    return summed[d].number ? step.add(summed[d].number, number) : number;
  }

  /// Its first and its last place.
  std::pair<int64_t, int64_t> rangeOf(size_t d, int64_t place) const {
    return summed[d].number
               ? std::pair(place, summed[d].extent - summed[d].chunk + place)
               : std::pair(place, place);
  }

  Term load(ArrayRef<Value> at, ArrayRef<int64_t> place) {
    Term term;
    llvm::SmallVector<Value> from(output.getRank());
    llvm::SmallVector<Value> weight(output.getRank());
    Value feature = at[numbers.getOutputFeatureDimension()];
    Value depth = numberOf(0, place[0]);
    weight[numbers.getKernelOutputFeatureDimension()] = feature;
    weight[numbers.getKernelInputFeatureDimension()] = depth;
    from[numbers.getInputFeatureDimension()] = step.add(
        depth,
        firstOfGroup(feature, static_cast<int64_t>(op.getFeatureGroupCount()),
                     summed[0].extent));
    Value batch = at[numbers.getOutputBatchDimension()];
    from[numbers.getInputBatchDimension()] = step.add(
        batch,
        firstOfGroup(feature, static_cast<int64_t>(op.getBatchGroupCount()),
                     output.getDimSize(numbers.getOutputBatchDimension())));
    for (auto [i, window] : llvm::enumerate(windows)) {
      const int64_t d = numbers.getInputSpatialDimensions()[i];
      const int64_t out = numbers.getOutputSpatialDimensions()[i];
      Value number = numberOf(i + 1, place[i + 1]);
      weight[numbers.getKernelSpatialDimensions()[i]] =
          window.reversed ? step.sub(step.index(window.size - 1), number)
                          : number;
      from[d] = placeIn(d, at[out], output.getDimSize(out), number,
                        rangeOf(i + 1, place[i + 1]), window, term.isThere);
    }
    term.input = widened(0, from);
    term.weight = widened(1, weight);
    return term;
  }

  /// Where the part of a dimension begins that belongs to the group of an
  /// output feature.
  Value firstOfGroup(Value feature, int64_t groups, int64_t size) {
    if (groups == 1) {
      return step.index(0);
    }
    const int64_t features =
        output.getDimSize(numbers.getOutputFeatureDimension());
    return step.mul(
        math.make<arith::DivUIOp>(feature, step.index(features / groups)),
        size);
  }

  /// The place in dimension `d` of the input that a place of the result reads
  /// at a place of the window, `number`, which is in a range.
  Value placeIn(int64_t d, Value out, int64_t outs, Value number,
                std::pair<int64_t, int64_t> range,
                const stablehlo::WindowDimension &window, Value &isThere) {
    Value index = step.add(step.add(step.mul(out, window.stride),
                                    step.mul(number, window.windowDilation)),
                           step.index(-window.paddingLow));
    const int64_t holes = window.baseDilation;
    const int64_t end = (extentOf(op.getLhs(), d) - 1) * holes + 1;
    const int64_t first =
        range.first * window.windowDilation - window.paddingLow;
    const int64_t last = (outs - 1) * window.stride +
                         range.second * window.windowDilation -
                         window.paddingLow;
    auto require = [&](Value condition) {
      isThere = isThere ? math.both(isThere, condition) : condition;
    };
    if (first < 0 || last >= end) {
      require(math.compare(arith::CmpIPredicate::ult, index, step.index(end)));
      index =
          step.larger(step.smaller(index, step.index(end - 1)), step.index(0));
    }
    if (holes == 1) {
      return index;
    }
    require(math.compare(arith::CmpIPredicate::eq,
                         math.make<arith::RemUIOp>(index, step.index(holes)),
                         step.index(0)));
    return math.make<arith::DivUIOp>(index, step.index(holes));
  }

  /// An element in the type of the sum.
  Value widened(unsigned operand, ArrayRef<Value> at) {
    const StepValue &value = step.operands[operand];
    return emitConvert(math, step.load(value, at), value.element(), sumType)[0];
  }

  HeroStep &step;
  Arithmetic &math;
  stablehlo::ConvolutionOp op;
  stablehlo::ConvDimensionNumbersAttr numbers;
  llvm::SmallVector<stablehlo::WindowDimension> windows;
  RankedTensorType output;
  Type sumType;
  /// The features of a group, then the places of the window.
  llvm::SmallVector<Summed> summed;
};

} // namespace

bool isSmallConvolution(Operation *op) {
  auto convolution = dyn_cast<stablehlo::ConvolutionOp>(op);
  if (!convolution) {
    return false;
  }
  auto isNumber = [](Value value) {
    Type element = getElementTypeOrSelf(value.getType());
    return isa<FloatType>(element) ||
           (isa<IntegerType>(element) && !isBoolean(element));
  };
  const int64_t features = extentOf(
      convolution.getRhs(),
      convolution.getDimensionNumbers().getKernelOutputFeatureDimension());
  auto weights = cast<RankedTensorType>(convolution.getRhs().getType());
  return isNumber(convolution.getLhs()) && isNumber(convolution.getRhs()) &&
         features > 0 && weights.getNumElements() > 0 &&
         weights.getNumElements() / features <= mostTerms;
}

void emitConvolutionStep(HeroStep &step) { StepConvolution(step).run(); }

} // namespace weft::tile
