// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of branches, loops and asynchronous
// execution. Labels are those of the specification's section on the operation.

#include "weft/StableHLO/IR/VerifyRegions.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// if, case
//===----------------------------------------------------------------------===//

namespace {

struct BranchLabels {
  StringRef arguments;
  StringRef results;
};

} // namespace

/// The types that hold what any of the branches returns. Nothing while a
/// builder has not filled the branches yet.
static LogicalResult inferBranchTypes(const Site &site,
                                      const BranchLabels &labels,
                                      RegionRange branches,
                                      SmallVectorImpl<Type> &inferred) {
  if (llvm::any_of(branches, [](Region *branch) { return branch->empty(); })) {
    return success();
  }
  SmallVector<OperandRange> returned;
  for (Region *branch : branches) {
    if (failed(checkRegionArguments(site, labels.arguments, "a branch", *branch,
                                    {}))) {
      return failure();
    }
    std::optional<OperandRange> values = returnedValues(*branch);
    if (!values) {
      return site.violated(labels.results)
             << "branches of one block that returns";
    }
    if (!returned.empty() &&
        !areCompatibleTypes(returned.front().getTypes(), values->getTypes())) {
      return site.violated(labels.results)
             << "branches that return the same types, got ("
             << returned.front().getTypes() << ") and (" << values->getTypes()
             << ")";
    }
    returned.push_back(*values);
  }
  for (size_t index = 0; index < returned.front().size(); ++index) {
    SmallVector<Type> types;
    for (OperandRange values : returned) {
      types.push_back(values[index].getType());
    }
    // Each agrees with the first; two others may still exclude each other.
    FailureOr<Type> type = inferMostSpecificType(std::nullopt, types);
    if (succeeded(type)) {
      type = inferLeastSpecificType(std::nullopt, types);
    }
    if (failed(type)) {
      return site.violated(labels.results)
             << "branches that return the same types, got (" << types
             << ") for result " << index;
    }
    inferred.push_back(*type);
  }
  return success();
}

LogicalResult IfOp::inferReturnTypes(MLIRContext *,
                                     std::optional<Location> location,
                                     ValueRange, DictionaryAttr,
                                     OpaqueProperties, RegionRange regions,
                                     SmallVectorImpl<Type> &inferred) {
  // (C1), (C2)
  return inferBranchTypes(Site(location, getOperationName()), {"C1", "C2"},
                          regions, inferred);
}

LogicalResult IfOp::verify() {
  // (I1)
  if (tensorTypeOf(getPred()).getRank() != 0) {
    return Site(*this).violated("I1")
           << "pred of rank 0, got " << getPred().getType();
  }
  // (C3)
  return verifyInferredTypes(*this, "C3");
}

LogicalResult CaseOp::inferReturnTypes(MLIRContext *,
                                       std::optional<Location> location,
                                       ValueRange, DictionaryAttr,
                                       OpaqueProperties, RegionRange regions,
                                       SmallVectorImpl<Type> &inferred) {
  Site site(location, getOperationName());
  // (C1)
  if (regions.empty()) {
    return site.violated("C1") << "at least one branch";
  }
  // (C2), (C3)
  return inferBranchTypes(site, {"C2", "C3"}, regions, inferred);
}

LogicalResult CaseOp::verify() {
  // (I1)
  if (tensorTypeOf(getIndex()).getRank() != 0) {
    return Site(*this).violated("I1")
           << "index of rank 0, got " << getIndex().getType();
  }
  // (C4)
  return verifyInferredTypes(*this, "C4");
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

LogicalResult WhileOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &inferred) {
  // (C3)
  llvm::append_range(inferred, operands.getTypes());
  return success();
}

LogicalResult WhileOp::verify() {
  Site site(*this);
  TypeRange types = getOperand().getTypes();
  // (C1)
  if (failed(checkRegionSignature(
          site, "C1", "cond", getCond(), types,
          RankedTensorType::get({}, IntegerType::get(getContext(), 1))))) {
    return failure();
  }
  // (C2)
  if (failed(
          checkRegionSignature(site, "C2", "body", getBody(), types, types))) {
    return failure();
  }
  // (C3)
  return verifyInferredTypes(*this, "C3");
}

//===----------------------------------------------------------------------===//
// async_start, async_done
//===----------------------------------------------------------------------===//

LogicalResult AsyncStartOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  Region &body = adaptor.getBody();
  // A builder fills the body later.
  if (body.empty()) {
    inferred.push_back(FutureType::get(context, {}));
    return success();
  }
  // (C1)
  std::optional<OperandRange> returned = returnedValues(body);
  if (!returned || !llvm::hasNItems(body.front(), 2)) {
    return site.violated("C1") << "body of one operation and a return";
  }
  // (C2)
  Operation &started = body.front().front();
  if (!isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
           CollectivePermuteOp, CollectiveReduceOp, ReduceScatterOp, SliceOp,
           DynamicSliceOp, DynamicUpdateSliceOp>(started)) {
    return site.violated("C2") << "body of a collective or a slice, got '"
                               << started.getName().getStringRef() << "'";
  }
  // (C3)
  if (!llvm::equal(operands.getTypes(), body.getArgumentTypes())) {
    return site.violated("C3") << "body with arguments (" << operands.getTypes()
                               << "), got (" << body.getArgumentTypes() << ")";
  }
  // (C4)
  if (!llvm::equal(*returned, started.getResults())) {
    return site.violated("C4")
           << "body that returns the results of its operation";
  }
  SmallVector<Type> types(returned->getTypes());
  if (types.empty() || !llvm::all_of(types, llvm::IsaPred<RankedTensorType>)) {
    return site.violated("C4")
           << "body that returns tensors, got (" << types << ")";
  }
  inferred.push_back(FutureType::get(context, types));
  return success();
}

LogicalResult AsyncStartOp::verify() {
  return verifyInferredTypes(*this, "C4");
}

LogicalResult AsyncDoneOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            ValueRange operands, DictionaryAttr,
                                            OpaqueProperties, RegionRange,
                                            SmallVectorImpl<Type> &inferred) {
  // (C1)
  llvm::append_range(inferred,
                     cast<FutureType>(operands.front().getType()).getTypes());
  return success();
}

LogicalResult AsyncDoneOp::verify() { return verifyInferredTypes(*this, "C1"); }

} // namespace weft::stablehlo
