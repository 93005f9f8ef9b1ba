// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/InferShapes.h"

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/IR/VerifyGatherScatter.h"
#include "weft/StableHLO/IR/VerifyReplicaGroups.h"
#include "weft/StableHLO/IR/VerifyWindows.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/StableHLO/Simplify/Sizes.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Interfaces/InferTypeOpInterface.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using Extents = SmallVector<DimensionExtent>;
/// Nothing where operands tell nothing, or contradict each other.
using MaybeExtents = std::optional<Extents>;
using Integers = std::optional<SmallVector<int64_t>>;

Integers integersOf(DenseElementsAttr elements) {
  if (!elements || !isa<IntegerType, IndexType>(elements.getElementType())) {
    return std::nullopt;
  }
  bool isUnsigned = elements.getElementType().isUnsignedInteger();
  SmallVector<int64_t> numbers;
  for (const llvm::APInt &element : elements.getValues<llvm::APInt>()) {
    numbers.push_back(
        isUnsigned ? static_cast<int64_t>(element.getLimitedValue(INT64_MAX))
                   : element.getSExtValue());
  }
  return numbers;
}

DimensionExtent sized(int64_t size) { return {size, ShapedType::kDynamic}; }

/// Unknown everywhere.
Extents unknown(Value value) { return Extents(rankOf(value)); }

/// The sizes that a shape operand lists.
MaybeExtents listed(const Integers &sizes) {
  if (!sizes) {
    return std::nullopt;
  }
  Extents extents;
  for (int64_t size : *sizes) {
    if (size < 0) {
      return std::nullopt;
    }
    extents.push_back(sized(size));
  }
  return extents;
}

//===----------------------------------------------------------------------===//
// Operations whose sizes are operands
//===----------------------------------------------------------------------===//

/// The one size that is missing is what the others leave of the elements.
MaybeExtents inferReshape(Value operand, Value result) {
  auto from = typeOf(operand);
  auto to = typeOf(result);
  if (!from.hasStaticShape() || to.getNumDynamicDims() != 1) {
    return std::nullopt;
  }
  std::optional<int64_t> count = productOf(from.getShape());
  SmallVector<int64_t> sizes;
  llvm::copy_if(to.getShape(), std::back_inserter(sizes),
                [](int64_t size) { return !ShapedType::isDynamic(size); });
  std::optional<int64_t> others = productOf(sizes);
  if (!count || !others || *others == 0 || *count % *others != 0) {
    return std::nullopt;
  }
  Extents extents = extentsOf(to);
  for (DimensionExtent &extent : extents) {
    extent = extent.isStatic() ? extent : sized(*count / *others);
  }
  return extents;
}

/// A dimension that is not one keeps its size.
Extents inferBroadcast(Value operand, Value result,
                       ArrayRef<int64_t> dimensions,
                       ArrayRef<int64_t> nonexpanding = {}) {
  Extents extents = unknown(result);
  for (auto [from, to] : llvm::enumerate(dimensions)) {
    int64_t size = shapeOf(operand)[from];
    if (!ShapedType::isDynamic(size) &&
        (size != 1 || llvm::is_contained(nonexpanding, from))) {
      extents[to] = sized(size);
    }
  }
  return extents;
}

MaybeExtents inferPad(DynamicPadOp op, KnownValue known) {
  Integers low = integersOf(known(op.getEdgePaddingLow()));
  Integers high = integersOf(known(op.getEdgePaddingHigh()));
  Integers interior = integersOf(known(op.getInteriorPadding()));
  if (!low || !high || !interior) {
    return std::nullopt;
  }
  Extents extents = unknown(op);
  for (auto [d, size] : llvm::enumerate(shapeOf(op.getOperand()))) {
    if (ShapedType::isDynamic(size)) {
      continue;
    }
    std::optional<int64_t> padded =
        paddedSize(size, (*low)[d], (*high)[d], (*interior)[d]);
    if (!padded || *padded < 0 || (*interior)[d] < 0) {
      return std::nullopt;
    }
    extents[d] = sized(*padded);
  }
  return extents;
}

MaybeExtents inferSlice(RealDynamicSliceOp op, KnownValue known) {
  Integers starts = integersOf(known(op.getStartIndices()));
  Integers limits = integersOf(known(op.getLimitIndices()));
  Integers strides = integersOf(known(op.getStrides()));
  auto rank = static_cast<size_t>(rankOf(op));
  if (!starts || !limits || !strides || starts->size() != rank) {
    return std::nullopt;
  }
  Extents extents = unknown(op);
  for (auto [d, size] : llvm::enumerate(shapeOf(op.getOperand()))) {
    // Even where the operand's size is not known, the limit is within it.
    std::optional<int64_t> sliced =
        slicedSize(ShapedType::isDynamic(size) ? INT64_MAX : size, (*starts)[d],
                   (*limits)[d], (*strides)[d]);
    if (!sliced) {
      return std::nullopt;
    }
    extents[d] = sized(*sliced);
  }
  return extents;
}

MaybeExtents inferGather(DynamicGatherOp op, KnownValue known) {
  SmallVector<int64_t> sizes =
      integersOf(known(op.getSliceSizes()))
          .value_or(SmallVector<int64_t>(rankOf(op.getOperand()),
                                         ShapedType::kDynamic));
  if (llvm::any_of(sizes, [](int64_t size) {
        return size < 0 && !ShapedType::isDynamic(size);
      })) {
    return std::nullopt;
  }
  FailureOr<RankedTensorType> type = inferGatherType(
      Site(std::nullopt, op->getName().getStringRef()), typeOf(op.getOperand()),
      typeOf(op.getStartIndices()), op.getDimensionNumbers(), sizes);
  return succeeded(type) ? MaybeExtents(extentsOf(*type)) : std::nullopt;
}

MaybeExtents inferCut(SetDimensionSizeOp op, KnownValue known) {
  Integers size = integersOf(known(op.getSize()));
  Extents extents = extentsOf(typeOf(op.getOperand()));
  DimensionExtent &extent = extents[op.getDimension()];
  if (!size || size->front() < 0 || exceeds(size->front(), extent)) {
    extent = {};
  } else {
    extent = sized(size->front());
  }
  return extents;
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

MaybeExtents inferDot(DotGeneralOp op) {
  DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  auto lhs = typeOf(op.getLhs());
  auto rhs = typeOf(op.getRhs());
  Extents extents;
  for (auto [left, right] :
       llvm::zip_equal(numbers.getLhsBatchingDimensions(),
                       numbers.getRhsBatchingDimensions())) {
    FailureOr<DimensionExtent> both = meetExtents(
        std::nullopt, left, getExtent(lhs, left), getExtent(rhs, right));
    if (failed(both)) {
      return std::nullopt;
    }
    extents.push_back(*both);
  }
  auto addFree = [&](RankedTensorType type, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> contracted) {
    Dimensions taken(batch);
    llvm::append_range(taken, contracted);
    for (int64_t d : otherDimensions(type.getRank(), taken)) {
      extents.push_back(getExtent(type, d));
    }
  };
  addFree(lhs, numbers.getLhsBatchingDimensions(),
          numbers.getLhsContractingDimensions());
  addFree(rhs, numbers.getRhsBatchingDimensions(),
          numbers.getRhsContractingDimensions());
  return extents;
}

/// Of dot: all dimensions but the last of one and the first of the other.
Extents inferOldDot(DotOp op) {
  Extents extents = extentsOf(typeOf(op.getLhs()));
  Extents others = extentsOf(typeOf(op.getRhs()));
  extents.pop_back();
  llvm::append_range(extents, llvm::drop_begin(others));
  return extents;
}

/// A letter has one size, whichever operand has it.
MaybeExtents inferEinsum(Operation *op, StringRef equation) {
  auto [inputs, output] = equation.split("->");
  SmallVector<StringRef> labels;
  inputs.split(labels, ',');
  if (labels.size() != op->getNumOperands()) {
    return std::nullopt;
  }
  std::array<DimensionExtent, 256> sizes;
  for (auto [list, operand] : llvm::zip_equal(labels, op->getOperands())) {
    if (!llvm::all_of(list, llvm::isAlpha) ||
        static_cast<int64_t>(list.size()) != rankOf(operand)) {
      return std::nullopt;
    }
    for (auto [d, label] : llvm::enumerate(list)) {
      DimensionExtent own = getExtent(typeOf(operand), d);
      DimensionExtent &size = sizes[static_cast<unsigned char>(label)];
      size = own.isStatic() ? own : size;
    }
  }
  Extents extents;
  for (char label : output) {
    extents.push_back(sizes[static_cast<unsigned char>(label)]);
  }
  return extents;
}

template <typename ConvolutionLike>
MaybeExtents inferConvolution(ConvolutionLike op,
                              ArrayRef<WindowDimension> windows) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  auto lhs = typeOf(op.getLhs());
  Extents extents = unknown(op);
  if (DimensionExtent batch = getExtent(lhs, numbers.getInputBatchDimension());
      batch.isStatic()) {
    extents[numbers.getOutputBatchDimension()] =
        sized(batch.size / static_cast<int64_t>(op.getBatchGroupCount()));
  }
  extents[numbers.getOutputFeatureDimension()] =
      getExtent(typeOf(op.getRhs()), numbers.getKernelOutputFeatureDimension());
  if (windows.empty()) {
    return extents;
  }
  Extents inputs;
  for (int64_t d : numbers.getInputSpatialDimensions()) {
    inputs.push_back(getExtent(lhs, d));
  }
  FailureOr<Extents> positions = inferWindowPositions(
      Site(std::nullopt, op->getName().getStringRef()), "", inputs, windows);
  if (failed(positions)) {
    return std::nullopt;
  }
  for (auto [d, extent] :
       llvm::zip_equal(numbers.getOutputSpatialDimensions(), *positions)) {
    extents[d] = extent;
  }
  return extents;
}

MaybeExtents inferConvolution(DynamicConvOp op, KnownValue known) {
  Integers padding = integersOf(known(op.getPadding()));
  SmallVector<WindowDimension> windows = op.getWindow();
  if (!padding) {
    windows.clear();
  }
  for (auto [i, window] : llvm::enumerate(windows)) {
    window.paddingLow = (*padding)[2 * i];
    window.paddingHigh = (*padding)[2 * i + 1];
  }
  return inferConvolution(op, ArrayRef<WindowDimension>(windows));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

/// A wide element is as many narrow ones as its bits allow.
MaybeExtents inferBitcast(BitcastConvertOp op) {
  Extents extents = extentsOf(typeOf(op.getOperand()));
  int64_t from = bitWidthOf(elementOf(op.getOperand()));
  int64_t to = bitWidthOf(elementOf(op.getResult()));
  if (from > to) {
    extents.push_back(sized(from / to));
  } else if (from < to) {
    extents.pop_back();
  }
  return extents;
}

/// Rows along one dimension: the index's dimensions stand in its place.
MaybeExtents inferIndexSelect(TorchIndexSelectOp op) {
  Extents operand = extentsOf(typeOf(op.getOperand()));
  Extents index = extentsOf(typeOf(op.getIndex()));
  auto dimension = static_cast<size_t>(op.getDim());
  auto batch = static_cast<size_t>(op.getBatchDims());
  if (dimension >= operand.size() || batch > index.size()) {
    return std::nullopt;
  }
  Extents extents(operand.begin(), operand.begin() + dimension);
  extents.append(index.begin() + batch, index.end());
  extents.append(operand.begin() + dimension + 1, operand.end());
  return extents;
}

/// How many processes work together, if groups name them all.
template <typename Collective>
std::optional<int64_t> groupSizeOf(Collective op) {
  // Groups of replicas that mean all their partitions too.
  if (op.getChannelHandle() && !op.getUseGlobalDeviceIds()) {
    return std::nullopt;
  }
  FailureOr<std::optional<int64_t>> size =
      checkReplicaGroups(Site(std::nullopt, op->getName().getStringRef()), {},
                         op.getReplicaGroups(), {});
  return succeeded(size) ? *size : std::nullopt;
}

/// The operand's extents, with one dimension computed from the group's size.
template <typename Collective>
MaybeExtents inferCollective(
    Collective op, int64_t dimension,
    function_ref<std::optional<int64_t>(int64_t, int64_t)> compute) {
  if (op->getNumOperands() != 1) {
    return std::nullopt;
  }
  Extents extents = extentsOf(typeOf(op->getOperand(0)));
  DimensionExtent &extent = extents[dimension];
  std::optional<int64_t> processes = groupSizeOf(op);
  std::optional<int64_t> size = extent.isStatic() && processes
                                    ? compute(extent.size, *processes)
                                    : std::nullopt;
  extent = size ? sized(*size) : DimensionExtent();
  return extents;
}

MaybeExtents inferAllGather(AllGatherOp op) {
  return inferCollective(op, static_cast<int64_t>(op.getAllGatherDim()),
                         llvm::checkedMul<int64_t>);
}

MaybeExtents inferReduceScatter(ReduceScatterOp op) {
  return inferCollective(
      op, static_cast<int64_t>(op.getScatterDimension()),
      [](int64_t size, int64_t processes) -> std::optional<int64_t> {
        return processes > 0 && size % processes == 0
                   ? std::optional<int64_t>(size / processes)
                   : std::nullopt;
      });
}

/// What all operands and the result have in common.
MaybeExtents inferSameShape(Operation *op) {
  MaybeExtents extents;
  for (Type type : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      return std::nullopt;
    }
    Extents own = extentsOf(tensor);
    for (auto [d, extent] : llvm::enumerate(own)) {
      if (!extents) {
        break;
      }
      FailureOr<DimensionExtent> both =
          meetExtents(std::nullopt, d, extent, (*extents)[d]);
      if (failed(both)) {
        return std::nullopt;
      }
      extent = *both;
    }
    extents = own;
  }
  return extents;
}

/// Of operations whose types MLIR does not infer, or not from known values.
MaybeExtents inferResult(Operation *op, KnownValue known) {
  auto either = [](MaybeExtents first, MaybeExtents second) {
    return first ? first : second;
  };
  return llvm::TypeSwitch<Operation *, MaybeExtents>(op)
      .Case([&](DynamicReshapeOp reshape) {
        return either(listed(integersOf(known(reshape.getOutputShape()))),
                      inferReshape(reshape.getOperand(), reshape));
      })
      .Case([&](ReshapeOp reshape) {
        return inferReshape(reshape.getOperand(), reshape);
      })
      .Case([&](DynamicIotaOp iota) {
        return listed(integersOf(known(iota.getOutputShape())));
      })
      .Case([&](DynamicBroadcastInDimOp broadcast) {
        return either(
            listed(integersOf(known(broadcast.getOutputDimensions()))),
            inferBroadcast(broadcast.getOperand(), broadcast,
                           broadcast.getBroadcastDimensions(),
                           broadcast.getKnownNonexpandingDimensions().value_or(
                               ArrayRef<int64_t>())));
      })
      .Case([&](BroadcastInDimOp broadcast) {
        return inferBroadcast(broadcast.getOperand(), broadcast,
                              broadcast.getBroadcastDimensions());
      })
      .Case(
          [&](RngOp rng) { return listed(integersOf(known(rng.getShape()))); })
      .Case([&](DynamicPadOp pad) { return inferPad(pad, known); })
      .Case([&](RealDynamicSliceOp slice) { return inferSlice(slice, known); })
      .Case([&](DynamicGatherOp gather) { return inferGather(gather, known); })
      .Case([&](SetDimensionSizeOp set) { return inferCut(set, known); })
      .Case([&](DynamicConvOp convolution) {
        return inferConvolution(convolution, known);
      })
      .Case([&](ConvolutionOp convolution) {
        return inferConvolution(
            convolution, ArrayRef<WindowDimension>(convolution.getWindow()));
      })
      .Case([&](DotGeneralOp dot) { return inferDot(dot); })
      .Case([&](DotOp dot) { return inferOldDot(dot); })
      .Case([&](EinsumOp einsum) {
        return inferEinsum(einsum, einsum.getEinsumConfig());
      })
      .Case([&](UnaryEinsumOp einsum) {
        return inferEinsum(einsum, einsum.getEinsumConfig());
      })
      .Case([&](BitcastConvertOp bitcast) { return inferBitcast(bitcast); })
      .Case([&](TorchIndexSelectOp select) { return inferIndexSelect(select); })
      .Case([&](AllGatherOp gather) { return inferAllGather(gather); })
      .Case(
          [&](ReduceScatterOp scatter) { return inferReduceScatter(scatter); })
      .Case([&](CrossReplicaSumOp sum) { return inferSameShape(sum); })
      .Default([&](Operation *other) {
        return other->hasTrait<OpTrait::SameOperandsAndResultShape>()
                   ? inferSameShape(other)
                   : std::nullopt;
      });
}

/// The type with what is known besides, if that agrees with it.
Type refine(Type type, Type other) {
  FailureOr<Type> refined = inferMostSpecificType(std::nullopt, {type, other});
  return succeeded(refined) ? *refined : type;
}

} // namespace

SmallVector<Type> inferTypes(Operation *op, KnownValue known) {
  SmallVector<Type> types(op->getResultTypes());
  if (auto interface = dyn_cast<InferTypeOpInterface>(op)) {
    SmallVector<Type> inferred;
    if (succeeded(interface.inferReturnTypes(
            op->getContext(), std::nullopt, op->getOperands(),
            op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
            op->getRegions(), inferred)) &&
        inferred.size() == types.size()) {
      for (auto [type, other] : llvm::zip_equal(types, inferred)) {
        type = refine(type, other);
      }
    }
  }
  if (types.size() != 1) {
    return types;
  }
  auto tensor = dyn_cast<RankedTensorType>(types.front());
  MaybeExtents extents = tensor ? inferResult(op, known) : std::nullopt;
  if (extents && static_cast<int64_t>(extents->size()) == tensor.getRank()) {
    types.front() = refine(tensor, makeTensorType(op->getContext(), *extents,
                                                  tensor.getElementType()));
  }
  return types;
}

} // namespace weft::stablehlo
