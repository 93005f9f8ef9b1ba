// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/VerifyRegions.h"

#include <mlir/IR/TypeUtilities.h>

using namespace mlir;

namespace weft::stablehlo {

std::optional<OperandRange> returnedValues(Region &region) {
  if (!region.hasOneBlock() || region.front().empty()) {
    return std::nullopt;
  }
  Operation &last = region.front().back();
  if (!last.mightHaveTrait<OpTrait::IsTerminator>()) {
    return std::nullopt;
  }
  return last.getOperands();
}

LogicalResult checkRegionArguments(const Site &site, StringRef label,
                                   StringRef name, Region &region,
                                   TypeRange arguments) {
  TypeRange actual = region.getArgumentTypes();
  if (!areCompatibleTypes(arguments, actual)) {
    return site.violated(label) << name << " with arguments (" << arguments
                                << "), got (" << actual << ")";
  }
  return success();
}

LogicalResult checkRegionResults(const Site &site, StringRef label,
                                 StringRef name, Region &region,
                                 TypeRange results) {
  std::optional<OperandRange> returned = returnedValues(region);
  if (!returned) {
    return site.violated(label) << name << " of one block that returns";
  }
  if (!areCompatibleTypes(results, returned->getTypes())) {
    return site.violated(label) << name << " that returns (" << results
                                << "), got (" << returned->getTypes() << ")";
  }
  return success();
}

LogicalResult checkRegionSignature(const Site &site, StringRef label,
                                   StringRef name, Region &region,
                                   TypeRange arguments, TypeRange results) {
  if (failed(checkRegionArguments(site, label, name, region, arguments))) {
    return failure();
  }
  return checkRegionResults(site, label, name, region, results);
}

FailureOr<SmallVector<Type>> reducerElementTypes(const Site &site,
                                                 StringRef label,
                                                 StringRef name, Region &region,
                                                 size_t count) {
  std::optional<OperandRange> returned = returnedValues(region);
  if (!returned) {
    return site.violated(label) << name << " of one block that returns";
  }
  if (returned->size() != count) {
    return site.violated(label)
           << name << " that returns " << static_cast<int64_t>(count)
           << " scalars, got " << static_cast<int64_t>(returned->size());
  }
  SmallVector<Type> elementTypes;
  for (Type type : returned->getTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != 0) {
      return site.violated(label)
             << name << " that returns tensors of rank 0, got " << type;
    }
    elementTypes.push_back(tensor.getElementType());
  }
  return elementTypes;
}

LogicalResult checkReducer(const Site &site, StringRef label, StringRef name,
                           Region &region, TypeRange inputs,
                           TypeRange initialValues) {
  FailureOr<SmallVector<Type>> elementTypes =
      reducerElementTypes(site, label, name, region, inputs.size());
  if (failed(elementTypes)) {
    return failure();
  }
  SmallVector<Type> arguments;
  for (Type elementType : *elementTypes) {
    arguments.push_back(RankedTensorType::get({}, elementType));
  }
  arguments.append(SmallVector<Type>(arguments));
  if (failed(checkRegionArguments(site, label, name, region, arguments))) {
    return failure();
  }
  for (auto [input, elementType] : llvm::zip_equal(inputs, *elementTypes)) {
    if (!isPromotable(input, elementType)) {
      return site.violated(label)
             << name << " on elements that hold those of the input, "
             << getElementTypeOrSelf(input) << ", got " << elementType;
    }
  }
  for (auto [initialValue, elementType] :
       llvm::zip(initialValues, *elementTypes)) {
    if (!isPromotable(initialValue, elementType)) {
      return site.violated(label)
             << name << " on elements that hold the initial value, "
             << getElementTypeOrSelf(initialValue) << ", got " << elementType;
    }
  }
  return success();
}

} // namespace weft::stablehlo
