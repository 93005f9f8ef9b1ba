// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ExpandCalls.h"

#include "weft/StableHLO/Chlo/Chlo.h"
#include "weft/StableHLO/IR/CallArrays.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/Support/Diagnostics.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

Status malformed(CustomCallOp call, const std::string &what) {
  Status status = Status::invalidArgument(
      "custom call '" + call.getCallTargetName().str() + "' " + what);
  std::string place = describeLocation(call.getLoc());
  return place.empty() ? status : status.withContext(place);
}

/// An integer among the parameters of a call.
std::optional<int64_t> integerOf(DictionaryAttr parameters,
                                 llvm::StringRef name) {
  auto number = parameters ? parameters.getAs<IntegerAttr>(name) : nullptr;
  if (!number || number.getValue().getBitWidth() > 64) {
    return std::nullopt;
  }
  return number.getValue().getSExtValue();
}

/// Memory without content. Zeros, so that a program that reads it gives the
/// same in every run.
Status expandAllocateBuffer(CustomCallOp call) {
  auto type = call->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(call->getResult(0).getType())
                  : RankedTensorType();
  bool isComplex = type && isa<ComplexType>(type.getElementType());
  if (!type || !type.hasStaticShape() || call->getNumOperands() != 0 ||
      !(isComplex || type.getElementType().isIntOrFloat())) {
    return malformed(call, "has no operand and gives one array of known shape");
  }
  Value zeros = Writer(call).bytes(type, 0);
  call->replaceAllUsesWith(ValueRange(zeros));
  call->erase();
  return Status::success();
}

/// A copy of the function's body as the comparator of a sort.
void buildComparator(Region &region, func::FuncOp comparator) {
  IRMapping mapping;
  comparator.getBody().cloneInto(&region, mapping);
  Operation *end = region.front().getTerminator();
  OpBuilder builder(end);
  ReturnOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
}

/// Whether an array of type `to` may be the beginning of one of type `from`
/// along the axis.
bool isShortened(Type from, Type to, int64_t axis) {
  auto whole = dyn_cast<RankedTensorType>(from);
  auto part = dyn_cast<RankedTensorType>(to);
  if (!whole || !part || !whole.hasStaticShape() || !part.hasStaticShape() ||
      whole.getElementType() != part.getElementType() ||
      whole.getRank() != part.getRank() || axis < 0 ||
      axis >= whole.getRank() ||
      part.getDimSize(axis) > whole.getDimSize(axis)) {
    return false;
  }
  SmallVector<int64_t> others(whole.getShape());
  others[axis] = part.getDimSize(axis);
  return part.getShape() == ArrayRef<int64_t>(others);
}

/// Exact where XLA may be approximate: everything is sorted, and as much as the
/// results hold is kept.
Status expandApproxTopK(CustomCallOp call) {
  std::optional<int64_t> dimension =
      integerOf(call.getTypedBackendConfig(), "reduction_dim");
  size_t count = call->getNumResults();
  ArrayAttr called = call.getCalledComputations();
  func::FuncOp comparator;
  if (called && called.size() == 1 && isa<SymbolRefAttr>(called[0])) {
    comparator = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, cast<SymbolRefAttr>(called[0]));
  }
  if (!dimension || !comparator || count == 0 ||
      call->getNumOperands() != 2 * count) {
    return malformed(call, "needs reduction_dim, one called computation, and "
                           "an array and an initial value for each result");
  }
  ValueRange inputs = call->getOperands().take_front(count);
  int64_t axis = *dimension;
  SmallVector<Type> compared;
  for (auto [input, result] : llvm::zip_equal(inputs, call->getResults())) {
    if (!isShortened(input.getType(), result.getType(), axis)) {
      return malformed(call, "gives at most as many elements along "
                             "reduction_dim as its operands of known shape "
                             "have");
    }
    Type element = getElementTypeOrSelf(input);
    compared.append(2, RankedTensorType::get({}, element));
  }
  Writer writer(call);
  OpBuilder &builder = writer.builder;
  Type truth = RankedTensorType::get({}, builder.getI1Type());
  if (!llvm::hasSingleElement(comparator.getBody()) ||
      comparator->isAncestor(call) ||
      !llvm::equal(comparator.getArgumentTypes(), compared) ||
      comparator.getResultTypes() != ArrayRef<Type>(truth)) {
    return malformed(call, "calls a computation that does not compare the "
                           "elements of its operands");
  }
  NamedAttribute attributes[] = {
      builder.getNamedAttr("dimension", builder.getI64IntegerAttr(axis)),
      builder.getNamedAttr("is_stable", builder.getBoolAttr(true))};
  auto sort = writer.make<SortOp>(inputs.getTypes(), inputs,
                                  ArrayRef<NamedAttribute>(attributes));
  buildComparator(sort->getRegion(0), comparator);
  SmallVector<Value> results;
  for (auto [sorted, result] :
       llvm::zip_equal(sort->getResults(), call->getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    results.push_back(writer.slice(sorted, axis, 0, type.getDimSize(axis)));
  }
  call->replaceAllUsesWith(results);
  call->erase();
  return Status::success();
}

/// Whether all arrays lie in the order of their indices.
bool isRowByRow(CustomCallOp call) {
  auto are = [](std::optional<ArrayAttr> layouts) {
    return !layouts || llvm::all_of(*layouts, isRowMajor);
  };
  return are(call.getOperandLayouts()) && are(call.getResultLayouts());
}

/// Exchanges of rows as a permutation: what JAX calls behind an LU on CUDA's
/// platform, and on ours.
Status expandPivotsToPermutation(CustomCallOp call) {
  const bool isOne = call->getNumOperands() == 1 && call->getNumResults() == 1;
  auto pivots = isOne ? dyn_cast<RankedTensorType>(call->getOperandTypes()[0])
                      : RankedTensorType();
  auto rows = isOne ? dyn_cast<RankedTensorType>(call->getResultTypes()[0])
                    : RankedTensorType();
  if (!pivots || !rows || !pivots.hasStaticShape() || !rows.hasStaticShape() ||
      !pivots.getElementType().isInteger(32) || pivots.getRank() < 1 ||
      !isShortened(rows, pivots, pivots.getRank() - 1) || !isRowByRow(call)) {
    return malformed(call, "gives at least as many rows as its operand of "
                           "known shape has pivots, line by line");
  }
  Writer writer(call);
  const int64_t along = rows.getRank() - 1;
  Value permutation =
      pivots.getNumElements() == 0
          ? writer.iota(rows, along)
          : writer
                .make<PivotsToPermutationOp>(rows, call->getOperand(0),
                                             rows.getDimSize(along))
                .getResult();
  call->replaceAllUsesWith(ValueRange(permutation));
  call->erase();
  return Status::success();
}

/// The message of an assertion about shapes is an attribute of its own; it
/// becomes a parameter, which is what handlers see.
void typeShapeAssertion(CustomCallOp call) {
  OpBuilder builder(call);
  auto message = call->getAttrOfType<StringAttr>("error_message");
  call->removeAttr("error_message");
  call.setApiVersion(CustomCallApiVersion::API_VERSION_TYPED_FFI);
  call.setBackendConfigAttr(builder.getDictionaryAttr(builder.getNamedAttr(
      "error_message", message ? message : builder.getStringAttr(""))));
}

/// Operations of XLA's own dialect that StableHLO lacks travel as calls.
constexpr llvm::StringLiteral kMhlo = "mhlo.";

Status expandMhlo(CustomCallOp call) {
  llvm::StringRef name = call.getCallTargetName();
  name.consume_front(kMhlo);
  auto attributes = call->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  OpBuilder builder(call);
  if (name == "topk") {
    std::optional<int64_t> k = integerOf(attributes, "k");
    auto largest =
        attributes ? attributes.getAs<BoolAttr>("largest") : BoolAttr();
    if (!k || call->getNumOperands() != 1 || call->getNumResults() != 2) {
      return malformed(call, "needs k, one operand and two results");
    }
    if (largest && !largest.getValue()) {
      return malformed(call, "asks for the smallest elements, which is not "
                             "supported: negate its operand");
    }
    auto topK = chlo::TopKOp::create(
        builder, call.getLoc(), call->getResultTypes(), call->getOperands(),
        {builder.getNamedAttr("k", builder.getI64IntegerAttr(*k))});
    call->replaceAllUsesWith(topK);
    call->erase();
    return Status::success();
  }
  constexpr llvm::StringLiteral unary[] = {
      "acos", "acosh", "asin",    "asinh", "atan", "atanh",
      "cosh", "erf",   "erf_inv", "sinh",  "tan",
  };
  if (!llvm::is_contained(unary, name) || call->getNumOperands() != 1 ||
      call->getNumResults() != 1) {
    return malformed(call, "stands for an operation that is not supported");
  }
  OperationState state(call.getLoc(), ("chlo." + name).str());
  state.addOperands(call->getOperands());
  state.addTypes(call->getResultTypes());
  Operation *operation = builder.create(state);
  call->replaceAllUsesWith(operation);
  call->erase();
  return Status::success();
}

} // namespace

Status expandCalls(ModuleOp module) {
  SmallVector<CustomCallOp> calls;
  module.walk([&](CustomCallOp call) { calls.push_back(call); });
  for (CustomCallOp call : calls) {
    llvm::StringRef target = call.getCallTargetName();
    if (target == "AllocateBuffer") {
      WEFT_RETURN_IF_ERROR(expandAllocateBuffer(call));
    } else if (target == "ApproxTopK") {
      WEFT_RETURN_IF_ERROR(expandApproxTopK(call));
    } else if (target == "cu_lu_pivots_to_permutation") {
      WEFT_RETURN_IF_ERROR(expandPivotsToPermutation(call));
    } else if (target == "shape_assertion") {
      typeShapeAssertion(call);
    } else if (target.starts_with(kMhlo)) {
      WEFT_RETURN_IF_ERROR(expandMhlo(call));
    }
  }
  return Status::success();
}

} // namespace weft::stablehlo
