// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of the contractions in Compute.td: dot, dot_general and the
// einsums. Labels are those of the specification's section on the operation;
// what only old programs use is not in it and has none.

#include "weft/StableHLO/IR/VerifyDot.h"

#include <llvm/ADT/MapVector.h>
#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Shared with convolutions
//===----------------------------------------------------------------------===//

LogicalResult checkPrecisionConfig(const Site &site, StringRef label,
                                   std::optional<ArrayAttr> precisionConfig) {
  if (precisionConfig && precisionConfig->size() > 2) {
    return site.violated(label)
           << "one entry of precision_config per operand, which is 2, got "
           << precisionConfig->size();
  }
  return success();
}

LogicalResult checkQuantizedTogether(const Site &site, StringRef label,
                                     Type lhs, Type rhs, Type result) {
  bool quantizedLhs = static_cast<bool>(quantizedTypeOf(lhs));
  bool quantizedRhs = static_cast<bool>(quantizedTypeOf(rhs));
  bool quantizedResult = static_cast<bool>(quantizedTypeOf(result));
  if (quantizedLhs != quantizedResult || (quantizedLhs && !quantizedRhs)) {
    return site.violated(label)
           << "rhs quantized and lhs quantized as the result is, got " << lhs
           << ", " << rhs << " and " << result;
  }
  return success();
}

LogicalResult checkQuantizedProduct(const Site &site,
                                    const QuantizedProductLabels &labels,
                                    Type lhs, Type rhs, Type result) {
  quant::QuantizedType quantizedRhs = quantizedTypeOf(rhs);
  if (!quantizedRhs) {
    return success();
  }
  Type expressed = quantizedRhs.getExpressedType();
  quant::QuantizedType quantizedLhs = quantizedTypeOf(lhs);
  if (!quantizedLhs) {
    if (getElementTypeOrSelf(lhs) != expressed ||
        getElementTypeOrSelf(result) != expressed) {
      return site.violated(labels.hybrid)
             << "lhs and result of the type that rhs expresses, " << expressed
             << ", got " << getElementTypeOrSelf(lhs) << " and "
             << getElementTypeOrSelf(result);
    }
    return success();
  }
  if (quantizedLhs.getStorageType() != quantizedRhs.getStorageType()) {
    return site.violated(labels.storage)
           << "the same storage type for lhs and rhs, got "
           << quantizedLhs.getStorageType() << " and "
           << quantizedRhs.getStorageType();
  }
  quant::QuantizedType quantizedResult = quantizedTypeOf(result);
  if (quantizedLhs.getExpressedType() != expressed ||
      quantizedResult.getExpressedType() != expressed) {
    return site.violated(labels.expressed)
           << "the same expressed type for lhs, rhs and result, got "
           << quantizedLhs.getExpressedType() << ", " << expressed << " and "
           << quantizedResult.getExpressedType();
  }
  if (perTensorQuantizedTypeOf(rhs) && !perTensorQuantizedTypeOf(result)) {
    return site.violated(labels.granularity)
           << "a result quantized per tensor, as rhs is, got " << result;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

LogicalResult DotOp::verify() {
  Site site(*this);
  RankedTensorType lhs = tensorTypeOf(getLhs());
  RankedTensorType rhs = tensorTypeOf(getRhs());
  for (auto [name, type] : {std::pair{"lhs", lhs}, std::pair{"rhs", rhs}}) {
    if (type.getRank() < 1 || type.getRank() > 2) {
      return site.violated() << name << " of rank 1 or 2, got " << type;
    }
  }
  if (failed(checkPrecisionConfig(site, "", getPrecisionConfig()))) {
    return failure();
  }
  if (!areCompatibleSizes(lhs.getShape().back(), rhs.getShape().front())) {
    return site.violated() << "the last dimension of lhs as large as the first "
                              "of rhs, got "
                           << lhs << " and " << rhs;
  }
  SmallVector<DimensionExtent> extents;
  if (lhs.getRank() == 2) {
    extents.push_back(getExtent(lhs, 0));
  }
  if (rhs.getRank() == 2) {
    extents.push_back(getExtent(rhs, 1));
  }
  RankedTensorType result = tensorTypeOf(getResult());
  return checkInferredTypes(
      site, "", makeTensorType(getContext(), extents, result.getElementType()),
      result);
}

//===----------------------------------------------------------------------===//
// dot_general
//===----------------------------------------------------------------------===//

/// Each pair of dimensions has one size.
static LogicalResult checkPairedSizes(const Site &site, StringRef label,
                                      StringRef name, RankedTensorType lhs,
                                      ArrayRef<int64_t> lhsDimensions,
                                      RankedTensorType rhs,
                                      ArrayRef<int64_t> rhsDimensions) {
  for (auto [lhsDimension, rhsDimension] :
       llvm::zip_equal(lhsDimensions, rhsDimensions)) {
    if (!areCompatibleSizes(lhs.getDimSize(lhsDimension),
                            rhs.getDimSize(rhsDimension))) {
      return site.violated(label)
             << name << " dimensions of one size, got "
             << lhs.getDimSize(lhsDimension) << " for dimension "
             << lhsDimension << " of lhs and " << rhs.getDimSize(rhsDimension)
             << " for dimension " << rhsDimension << " of rhs";
    }
  }
  return success();
}

/// C1 to C10.
static LogicalResult checkDotDimensions(const Site &site, RankedTensorType lhs,
                                        RankedTensorType rhs,
                                        DotDimensionNumbersAttr numbers) {
  ArrayRef<int64_t> lhsBatching = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatching = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = numbers.getRhsContractingDimensions();
  // (C1)
  if (lhsBatching.size() != rhsBatching.size()) {
    return site.violated("C1")
           << "as many lhs_batching_dimensions as rhs_batching_dimensions, got "
           << listText(lhsBatching) << " and " << listText(rhsBatching);
  }
  // (C2)
  if (lhsContracting.size() != rhsContracting.size()) {
    return site.violated("C2")
           << "as many lhs_contracting_dimensions as "
              "rhs_contracting_dimensions, got "
           << listText(lhsContracting) << " and " << listText(rhsContracting);
  }
  // (C3)
  if (failed(checkDisjoint(site, "C3", "lhs_batching_dimensions", lhsBatching,
                           "lhs_contracting_dimensions", lhsContracting))) {
    return failure();
  }
  // (C4)
  if (failed(checkDisjoint(site, "C4", "rhs_batching_dimensions", rhsBatching,
                           "rhs_contracting_dimensions", rhsContracting))) {
    return failure();
  }
  // (C5)
  if (failed(checkDimensions(site, "C5", "lhs_batching_dimensions", lhsBatching,
                             lhs.getRank()))) {
    return failure();
  }
  // (C6)
  if (failed(checkDimensions(site, "C6", "lhs_contracting_dimensions",
                             lhsContracting, lhs.getRank()))) {
    return failure();
  }
  // (C7)
  if (failed(checkDimensions(site, "C7", "rhs_batching_dimensions", rhsBatching,
                             rhs.getRank()))) {
    return failure();
  }
  // (C8)
  if (failed(checkDimensions(site, "C8", "rhs_contracting_dimensions",
                             rhsContracting, rhs.getRank()))) {
    return failure();
  }
  // (C9)
  if (failed(checkPairedSizes(site, "C9", "batching", lhs, lhsBatching, rhs,
                              rhsBatching))) {
    return failure();
  }
  // (C10)
  return checkPairedSizes(site, "C10", "contracting", lhs, lhsContracting, rhs,
                          rhsContracting);
}

/// C13 to C20.
static LogicalResult checkDotElements(const Site &site, Type lhs, Type rhs,
                                      Type result,
                                      ArrayRef<int64_t> rhsContracting) {
  // (C13): floats of two formats are multiplied too. Programs with 8-bit floats
  // do that, and nothing about the product is unclear.
  Type lhsElement = getElementTypeOrSelf(lhs);
  Type rhsElement = getElementTypeOrSelf(rhs);
  bool isQuantized =
      quantizedTypeOf(lhs) || quantizedTypeOf(rhs) || quantizedTypeOf(result);
  if (!isQuantized) {
    bool areFloats = isa<FloatType>(lhsElement) && isa<FloatType>(rhsElement);
    return areFloats
               ? success()
               : checkSameElementType(site, "C13", "lhs", lhs, "rhs", rhs);
  }
  // (C14)
  if (failed(checkQuantizedTogether(site, "C14", lhs, rhs, result))) {
    return failure();
  }
  auto perAxis = perAxisQuantizedTypeOf(rhs);
  // (C15)
  bool isSymmetric =
      perAxis ? llvm::all_of(perAxis.getZeroPoints(),
                             [](int64_t point) { return point == 0; })
              : perTensorQuantizedTypeOf(rhs).getZeroPoint() == 0;
  if (!isSymmetric) {
    return site.violated("C15") << "rhs with zero points of 0, got " << rhs;
  }
  // (C16)
  if (perAxis &&
      llvm::is_contained(rhsContracting, perAxis.getQuantizedDimension())) {
    return site.violated("C16")
           << "rhs quantized along none of rhs_contracting_dimensions, got "
           << static_cast<int64_t>(perAxis.getQuantizedDimension()) << " and "
           << listText(rhsContracting);
  }
  // (C17) to (C20)
  return checkQuantizedProduct(site, {"C17", "C18", "C19", "C20"}, lhs, rhs,
                               result);
}

LogicalResult DotGeneralOp::verify() {
  Site site(*this);
  RankedTensorType lhs = tensorTypeOf(getLhs());
  RankedTensorType rhs = tensorTypeOf(getRhs());
  RankedTensorType result = tensorTypeOf(getResult());
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  // (C1) to (C10)
  if (failed(checkDotDimensions(site, lhs, rhs, numbers))) {
    return failure();
  }
  // (C11)
  if (failed(checkPrecisionConfig(site, "C11", getPrecisionConfig()))) {
    return failure();
  }
  // (C12)
  SmallVector<DimensionExtent> extents;
  for (auto [lhsDimension, rhsDimension] :
       llvm::zip_equal(numbers.getLhsBatchingDimensions(),
                       numbers.getRhsBatchingDimensions())) {
    FailureOr<DimensionExtent> extent =
        meetExtents(std::nullopt, lhsDimension, getExtent(lhs, lhsDimension),
                    getExtent(rhs, rhsDimension));
    // Sizes agree by C9; what is left is one beyond the other's bound.
    if (failed(extent)) {
      return site.violated("C9") << "batching dimensions within each other's "
                                    "bounds, got "
                                 << lhs << " and " << rhs;
    }
    extents.push_back(*extent);
  }
  for (int64_t dimension : getLhsFreeDimensions()) {
    extents.push_back(getExtent(lhs, dimension));
  }
  for (int64_t dimension : getRhsFreeDimensions()) {
    extents.push_back(getExtent(rhs, dimension));
  }
  if (failed(checkInferredTypes(
          site, "C12",
          makeTensorType(getContext(), extents, result.getElementType()),
          result))) {
    return failure();
  }
  // (C13) to (C20)
  if (failed(checkDotElements(site, lhs, rhs, result,
                              numbers.getRhsContractingDimensions()))) {
    return failure();
  }
  // (C21): (C22) to (C24) are the attribute's.
  std::optional<ArrayAttr> hints = getPrecisionConfig();
  if (getAlgorithm() && hints) {
    for (Attribute precision : *hints) {
      Precision value = cast<PrecisionAttr>(precision).getValue();
      if (value != Precision::DEFAULT) {
        return site.violated("C21")
               << "precision_config of DEFAULT beside an algorithm, got "
               << stringifyPrecision(value);
      }
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// einsum, unary_einsum
//===----------------------------------------------------------------------===//

namespace {

/// The letters of one operand or of the result. `...` stands for any number of
/// dimensions, aligned at the right.
struct EinsumTerm {
  SmallVector<char> before;
  SmallVector<char> after;
  bool hasEllipsis = false;

  int64_t letterCount() const {
    return static_cast<int64_t>(before.size() + after.size());
  }
};

} // namespace

static std::optional<EinsumTerm> parseEinsumTerm(StringRef text) {
  EinsumTerm term;
  while (!text.empty()) {
    if (text.consume_front("...")) {
      if (term.hasEllipsis) {
        return std::nullopt;
      }
      term.hasEllipsis = true;
      continue;
    }
    char letter = text.front();
    text = text.drop_front();
    if (letter == ' ') {
      continue;
    }
    if (!llvm::isAlpha(letter)) {
      return std::nullopt;
    }
    (term.hasEllipsis ? term.after : term.before).push_back(letter);
  }
  return term;
}

/// What each dimension of a tensor of this rank is called: its letter, or the
/// negative distance from the right among those that the ellipsis covers.
static SmallVector<int64_t> einsumLabels(const EinsumTerm &term, int64_t rank) {
  SmallVector<int64_t> labels(term.before.begin(), term.before.end());
  for (int64_t place = rank - term.letterCount(); place > 0; --place) {
    labels.push_back(-place);
  }
  labels.append(term.after.begin(), term.after.end());
  return labels;
}

static LogicalResult verifyEinsum(const Site &site, StringRef config,
                                  ValueRange operands,
                                  RankedTensorType result) {
  auto [inputs, output] = config.split("->");
  SmallVector<StringRef> texts;
  inputs.split(texts, ',');
  if (!config.contains("->") || texts.size() != operands.size()) {
    return site.violated() << "einsum_config with " << operands.size()
                           << " operands and a result, got '" << config << "'";
  }
  llvm::MapVector<int64_t, DimensionExtent> extents;
  int64_t covered = 0;
  for (auto [text, operand] : llvm::zip_equal(texts, operands)) {
    RankedTensorType type = tensorTypeOf(operand);
    std::optional<EinsumTerm> term = parseEinsumTerm(text);
    if (!term) {
      return site.violated()
             << "einsum_config of letters and at most one '...' per operand, "
                "got '"
             << text << "'";
    }
    int64_t extra = type.getRank() - term->letterCount();
    if (extra < 0 || (extra > 0 && !term->hasEllipsis)) {
      return site.violated() << "a letter of einsum_config per dimension of "
                             << type << ", got '" << text << "'";
    }
    covered = std::max(covered, extra);
    for (auto [dimension, label] :
         llvm::enumerate(einsumLabels(*term, type.getRank()))) {
      DimensionExtent extent = getExtent(type, static_cast<int64_t>(dimension));
      auto [entry, isNew] = extents.insert({label, extent});
      if (isNew) {
        continue;
      }
      FailureOr<DimensionExtent> both = meetExtents(
          std::nullopt, static_cast<int64_t>(dimension), entry->second, extent);
      if (failed(both)) {
        return site.violated()
               << "dimensions of one letter of einsum_config to have one size, "
                  "got "
               << type << " for '" << text << "' of '" << config << "'";
      }
      entry->second = *both;
    }
  }
  std::optional<EinsumTerm> term = parseEinsumTerm(output);
  int64_t rank =
      term ? term->letterCount() + (term->hasEllipsis ? covered : 0) : 0;
  SmallVector<DimensionExtent> sizes;
  if (term) {
    for (int64_t label : einsumLabels(*term, rank)) {
      const auto *entry = extents.find(label);
      if (entry == extents.end()) {
        term.reset();
        break;
      }
      sizes.push_back(entry->second);
    }
  }
  if (!term) {
    return site.violated()
           << "a result of einsum_config made of the operands' letters, got '"
           << output << "'";
  }
  return checkInferredTypes(
      site, "",
      makeTensorType(result.getContext(), sizes, result.getElementType()),
      result);
}

LogicalResult EinsumOp::verify() {
  return verifyEinsum(Site(*this), getEinsumConfig(), {getLhs(), getRhs()},
                      tensorTypeOf(getResult()));
}

LogicalResult UnaryEinsumOp::verify() {
  return verifyEinsum(Site(*this), getEinsumConfig(), {getOperand()},
                      tensorTypeOf(getResult()));
}

} // namespace weft::stablehlo
