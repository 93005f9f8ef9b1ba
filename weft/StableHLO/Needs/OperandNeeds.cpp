// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Needs/OperandNeeds.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/raw_ostream.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using Of = IndexTerm::Of;

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

NeededIndex at(Of of, unsigned position, int64_t scale = 1,
               int64_t offset = 0) {
  NeededIndex index;
  index.terms.push_back({of, position, scale});
  index.offset = offset;
  return index;
}

NeededIndex atResult(unsigned position, int64_t scale = 1, int64_t offset = 0) {
  return at(Of::Result, position, scale, offset);
}

NeededIndex atLoop(unsigned position) { return at(Of::Loop, position); }

/// The only element, or the first.
NeededIndex atZero() { return {}; }

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

llvm::SmallVector<int64_t> sorted(ArrayRef<int64_t> dimensions) {
  llvm::SmallVector<int64_t> result(dimensions);
  llvm::sort(result);
  return result;
}

llvm::SmallVector<NeededLoop, 2> over(Value value, ArrayRef<int64_t> places) {
  llvm::SmallVector<NeededLoop, 2> loops;
  for (int64_t d : places) {
    loops.push_back({shapeOf(value)[d]});
  }
  return loops;
}

llvm::SmallVector<NeededLoop, 2> overWindow(ArrayRef<WindowDimension> window) {
  llvm::SmallVector<NeededLoop, 2> loops;
  for (const WindowDimension &dimension : window) {
    loops.push_back({dimension.size, true});
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Collects the needs of one operation.
class Finder {
public:
  explicit Finder(Operation *operation)
      : operation(operation),
        rank(operation->getNumResults() == 0
                 ? 0
                 : shapeOf(operation->getResult(0)).size()) {
    needs.loops = loopsOf(operation);
  }

  std::optional<OperationNeeds> run();

private:
  using Indices = llvm::SmallVector<NeededIndex, 4>;

  void need(unsigned operand, Indices indices, bool isSetting = false) {
    needs.operands.push_back({operand, std::move(indices), isSetting});
  }
  /// So many settings from the operand `first` on, which are scalars.
  void needScalars(unsigned first, unsigned count) {
    for (unsigned i = first; i < first + count; ++i) {
      need(i, {}, /*isSetting=*/true);
    }
  }
  Indices samePlace() const {
    Indices indices;
    for (unsigned d = 0; d < rank; ++d) {
      indices.push_back(atResult(d));
    }
    return indices;
  }
  /// A term for a number that the need `position` finds.
  IndexTerm number(unsigned position, int64_t last, int64_t scale = 1) {
    needs.numbers.push_back({position, last});
    auto which = static_cast<unsigned>(needs.numbers.size() - 1);
    return {Of::Number, which, scale};
  }

  void findElementwise();
  void findBroadcast(ArrayRef<int64_t> targets);
  void findDot(ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch,
               ArrayRef<int64_t> lhsContracted,
               ArrayRef<int64_t> rhsContracted);
  void find(ConcatenateOp op);
  void find(ConvolutionOp op);
  void find(DynamicSliceOp op);
  void find(DynamicUpdateSliceOp op);
  void find(GatherOp op);
  void find(PadOp op);
  void find(ReduceOp op);
  void find(ReduceWindowOp op);
  void find(ReverseOp op);
  void find(SliceOp op);
  void find(TransposeOp op);

  Operation *operation;
  unsigned rank;
  OperationNeeds needs;
};

/// One place of the window at a position, in the padded and dilated operand.
NeededIndex underWindow(const WindowDimension &window, unsigned position,
                        unsigned loop) {
  NeededIndex index;
  index.terms.push_back({Of::Result, position, window.stride});
  index.terms.push_back({Of::Loop, loop, window.windowDilation});
  index.offset = -window.paddingLow;
  index.divisor = window.baseDilation;
  return index;
}

void Finder::findElementwise() {
  for (auto [i, operand] : llvm::enumerate(operation->getOperands())) {
    need(i, shapeOf(operand).size() == rank ? samePlace() : Indices());
  }
}

void Finder::findBroadcast(ArrayRef<int64_t> targets) {
  Indices indices;
  ArrayRef<int64_t> extents = shapeOf(operation->getOperand(0));
  for (auto [extent, target] : llvm::zip_equal(extents, targets)) {
    indices.push_back(extent == 1 ? atZero() : atResult(target));
  }
  need(0, std::move(indices));
}

void Finder::find(TransposeOp op) {
  Indices indices(rank);
  for (auto [d, source] : llvm::enumerate(op.getPermutation())) {
    indices[source] = atResult(d);
  }
  need(0, std::move(indices));
}

void Finder::find(SliceOp op) {
  Indices indices;
  for (unsigned d = 0; d < rank; ++d) {
    indices.push_back(atResult(d, op.getStrides()[d], op.getStartIndices()[d]));
  }
  need(0, std::move(indices));
}

void Finder::find(ReverseOp op) {
  Indices indices = samePlace();
  for (int64_t d : op.getDimensions()) {
    indices[d] = atResult(d, -1, shapeOf(op.getOperand())[d] - 1);
  }
  need(0, std::move(indices));
}

void Finder::find(PadOp op) {
  Indices indices;
  for (unsigned d = 0; d < rank; ++d) {
    indices.push_back(atResult(d, 1, -op.getEdgePaddingLow()[d]));
    indices.back().divisor = op.getInteriorPadding()[d] + 1;
  }
  need(0, std::move(indices));
  needScalars(1, 1);
}

void Finder::find(ConcatenateOp op) {
  int64_t start = 0;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    Indices indices = samePlace();
    indices[op.getDimension()].offset = -start;
    start += shapeOf(input)[op.getDimension()];
    need(i, std::move(indices));
  }
}

void Finder::find(DynamicSliceOp op) {
  Indices indices = samePlace();
  for (unsigned d = 0; d < rank; ++d) {
    int64_t last = shapeOf(op.getOperand())[d] - op.getSliceSizes()[d];
    indices[d].terms.push_back(number(1 + d, last));
  }
  need(0, std::move(indices));
  needScalars(1, rank);
}

void Finder::find(DynamicUpdateSliceOp op) {
  need(0, samePlace());
  Indices indices = samePlace();
  for (unsigned d = 0; d < rank; ++d) {
    int64_t last = shapeOf(op.getOperand())[d] - shapeOf(op.getUpdate())[d];
    indices[d].terms.push_back(number(2 + d, last, -1));
  }
  need(1, std::move(indices));
  needScalars(2, rank);
}

void Finder::find(ReduceOp op) {
  Indices indices;
  unsigned kept = 0;
  unsigned loop = 0;
  unsigned count = op.getInputs().size();
  for (int64_t d = 0, end = shapeOf(op.getInputs()[0]).size(); d < end; ++d) {
    bool isReduced = llvm::is_contained(op.getDimensions(), d);
    indices.push_back(isReduced ? atLoop(loop++) : atResult(kept++));
  }
  for (unsigned i = 0; i < count; ++i) {
    need(i, indices);
  }
  needScalars(count, count);
}

void Finder::findDot(ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch,
                     ArrayRef<int64_t> lhsContracted,
                     ArrayRef<int64_t> rhsContracted) {
  // The result has the batch, then what is free on the left and on the right.
  unsigned next = lhsBatch.size();
  auto side = [&](unsigned operand, ArrayRef<int64_t> batch,
                  ArrayRef<int64_t> contracted) {
    Indices indices;
    int64_t end = shapeOf(operation->getOperand(operand)).size();
    for (int64_t d = 0; d < end; ++d) {
      if (const auto *found = llvm::find(batch, d); found != batch.end()) {
        indices.push_back(atResult(found - batch.begin()));
      } else if (const auto *loop = llvm::find(contracted, d);
                 loop != contracted.end()) {
        indices.push_back(atLoop(loop - contracted.begin()));
      } else {
        indices.push_back(atResult(next++));
      }
    }
    need(operand, std::move(indices));
  };
  side(0, lhsBatch, lhsContracted);
  side(1, rhsBatch, rhsContracted);
}

void Finder::find(ConvolutionOp op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ArrayRef<int64_t> lhsShape = shapeOf(op.getLhs());
  ArrayRef<int64_t> rhsShape = shapeOf(op.getRhs());
  unsigned feature = numbers.getOutputFeatureDimension();
  int64_t outputs = rhsShape[numbers.getKernelOutputFeatureDimension()];
  // Groups of output features have their own part of the left operand.
  auto addGroup = [&](NeededIndex &index, int64_t count, int64_t each) {
    if (count > 1) {
      index.terms.push_back(
          {Of::Result, feature, each, outputs / count, /*isGroup=*/true});
    }
  };
  Indices lhs(lhsShape.size());
  Indices rhs(rhsShape.size());
  auto featureGroups = static_cast<int64_t>(op.getFeatureGroupCount());
  auto batchGroups = static_cast<int64_t>(op.getBatchGroupCount());
  NeededIndex &batch = lhs[numbers.getInputBatchDimension()];
  batch = atResult(numbers.getOutputBatchDimension());
  addGroup(batch, batchGroups,
           lhsShape[numbers.getInputBatchDimension()] / batchGroups);
  unsigned features = needs.loops.size() - 1;
  NeededIndex &input = lhs[numbers.getInputFeatureDimension()];
  input = atLoop(features);
  addGroup(input, featureGroups,
           rhsShape[numbers.getKernelInputFeatureDimension()]);
  rhs[numbers.getKernelInputFeatureDimension()] = atLoop(features);
  rhs[numbers.getKernelOutputFeatureDimension()] = atResult(feature);
  for (auto [i, window] : llvm::enumerate(op.getWindow())) {
    lhs[numbers.getInputSpatialDimensions()[i]] =
        underWindow(window, numbers.getOutputSpatialDimensions()[i], i);
    rhs[numbers.getKernelSpatialDimensions()[i]] =
        window.reversed ? at(Of::Loop, i, -1, window.size - 1) : atLoop(i);
  }
  need(0, std::move(lhs));
  need(1, std::move(rhs));
}

void Finder::find(ReduceWindowOp op) {
  Indices indices;
  for (auto [d, window] : llvm::enumerate(op.getWindow())) {
    indices.push_back(underWindow(window, d, d));
  }
  unsigned count = op.getInputs().size();
  for (unsigned i = 0; i < count; ++i) {
    need(i, indices);
  }
  needScalars(count, count);
}

void Finder::find(GatherOp op) {
  GatherDimensionNumbersAttr numbers = op.getDimensionNumbers();
  llvm::SmallVector<unsigned> batch;
  for (unsigned d = 0; d < rank; ++d) {
    if (!llvm::is_contained(numbers.getOffsetDims(), int64_t(d))) {
      batch.push_back(d);
    }
  }
  // The vector of an index lies along a dimension, or is one element.
  int64_t vector = numbers.getIndexVectorDim();
  auto batchOf = [&](int64_t d) { return batch[d - (d > vector ? 1 : 0)]; };

  Indices indices;
  unsigned next = 0;
  int64_t end = shapeOf(op.getOperand()).size();
  for (int64_t d = 0; d < end; ++d) {
    NeededIndex &index = indices.emplace_back();
    const auto *batching = llvm::find(numbers.getOperandBatchingDims(), d);
    if (batching != numbers.getOperandBatchingDims().end()) {
      size_t i = batching - numbers.getOperandBatchingDims().begin();
      index = atResult(batchOf(numbers.getStartIndicesBatchingDims()[i]));
    } else if (!llvm::is_contained(numbers.getCollapsedSliceDims(), d)) {
      index = atResult(numbers.getOffsetDims()[next++]);
    }
    const auto *component = llvm::find(numbers.getStartIndexMap(), d);
    if (component != numbers.getStartIndexMap().end()) {
      unsigned i = component - numbers.getStartIndexMap().begin();
      index.terms.push_back(
          number(1 + i, shapeOf(op.getOperand())[d] - op.getSliceSizes()[d]));
    }
  }
  need(0, std::move(indices));
  for (size_t i = 0; i < numbers.getStartIndexMap().size(); ++i) {
    Indices starts;
    int64_t startRank = shapeOf(op.getStartIndices()).size();
    for (int64_t d = 0; d < startRank; ++d) {
      NeededIndex &index = starts.emplace_back();
      if (d == vector) {
        index.offset = static_cast<int64_t>(i);
      } else {
        index = atResult(batchOf(d));
      }
    }
    need(1, std::move(starts), /*isSetting=*/true);
  }
}

std::optional<OperationNeeds> Finder::run() {
  if (needsSamePlace(operation)) {
    findElementwise();
    return std::move(needs);
  }
  bool isKnown =
      llvm::TypeSwitch<Operation *, bool>(operation)
          .Case([&](BroadcastInDimOp op) {
            findBroadcast(op.getBroadcastDimensions());
            return true;
          })
          .Case([&](BroadcastOp op) {
            int64_t added = op.getBroadcastSizes().size();
            findBroadcast(llvm::to_vector(llvm::seq<int64_t>(added, rank)));
            return true;
          })
          .Case([&](DotGeneralOp op) {
            DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
            findDot(numbers.getLhsBatchingDimensions(),
                    numbers.getRhsBatchingDimensions(),
                    numbers.getLhsContractingDimensions(),
                    numbers.getRhsContractingDimensions());
            return true;
          })
          .Case([&](DotOp op) {
            // The last dimension of the left operand meets the first one of
            // the right.
            int64_t last = shapeOf(op.getLhs()).size() - 1;
            findDot({}, {}, {last}, {0});
            return true;
          })
          .Case<ConcatenateOp, ConvolutionOp, DynamicSliceOp,
                DynamicUpdateSliceOp, GatherOp, PadOp, ReduceOp, ReduceWindowOp,
                ReverseOp, SliceOp, TransposeOp>([&](auto op) {
            find(op);
            return true;
          })
          .Case<ConstantOp, IotaOp>([](Operation *) { return true; })
          .Default([](Operation *) { return false; });
  return isKnown ? std::optional(std::move(needs)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void print(const IndexTerm &term, bool isFirst, llvm::raw_ostream &stream) {
  int64_t scale = term.scale;
  if (!isFirst) {
    stream << (scale < 0 ? " - " : " + ");
    scale = std::abs(scale);
  }
  constexpr llvm::StringLiteral letters[] = {"r", "l", "n"};
  stream << (scale == -1 ? "-" : "") << (term.divisor == 1 ? "" : "(")
         << letters[static_cast<size_t>(term.of)] << term.position;
  if (term.divisor != 1) {
    stream << " floordiv " << term.divisor << ")";
  }
  if (std::abs(scale) != 1) {
    stream << " * " << scale;
  }
}

void print(const NeededIndex &index, llvm::raw_ostream &stream) {
  stream << (index.divisor == 1 ? "" : "(");
  for (auto [i, term] : llvm::enumerate(index.terms)) {
    print(term, i == 0, stream);
  }
  if (index.terms.empty()) {
    stream << index.offset;
  } else if (index.offset != 0) {
    stream << (index.offset < 0 ? " - " : " + ") << std::abs(index.offset);
  }
  if (index.divisor != 1) {
    stream << ") floordiv " << index.divisor;
  }
}

} // namespace

bool needsSamePlace(Operation *operation) {
  if (operation->hasTrait<OpTrait::Elementwise>() ||
      isa<SelectOp, ClampOp, MapOp>(operation)) {
    return true;
  }
  auto bitcast = dyn_cast<BitcastConvertOp>(operation);
  return bitcast &&
         shapeOf(bitcast.getResult()) == shapeOf(bitcast.getOperand());
}

llvm::SmallVector<NeededLoop, 2> loopsOf(Operation *operation) {
  if (auto reduce = dyn_cast<ReduceOp>(operation)) {
    return over(reduce.getInputs()[0], sorted(reduce.getDimensions()));
  }
  if (auto dot = dyn_cast<DotGeneralOp>(operation)) {
    return over(dot.getLhs(),
                dot.getDotDimensionNumbers().getLhsContractingDimensions());
  }
  if (auto dot = dyn_cast<DotOp>(operation)) {
    return {{shapeOf(dot.getLhs()).back()}};
  }
  if (auto window = dyn_cast<ReduceWindowOp>(operation)) {
    return overWindow(window.getWindow());
  }
  if (auto convolution = dyn_cast<ConvolutionOp>(operation)) {
    llvm::SmallVector<NeededLoop, 2> loops =
        overWindow(convolution.getWindow());
    loops.push_back(
        {shapeOf(convolution.getRhs())[convolution.getDimensionNumbers()
                                           .getKernelInputFeatureDimension()]});
    return loops;
  }
  return {};
}

std::optional<OperationNeeds> needsOf(Operation *operation) {
  return Finder(operation).run();
}

std::string OperationNeeds::text() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(operands, stream, [&](const OperandNeed &need) {
    stream << need.operand << "(";
    llvm::interleaveComma(need.indices, stream, [&](const NeededIndex &index) {
      print(index, stream);
    });
    stream << ")";
  });
  for (auto [i, loop] : llvm::enumerate(loops)) {
    stream << "; l" << i << " < " << loop.extent;
  }
  for (auto [i, number] : llvm::enumerate(numbers)) {
    stream << "; n" << i << " <= " << number.last << " of need " << number.need;
  }
  return text;
}

} // namespace weft::stablehlo
