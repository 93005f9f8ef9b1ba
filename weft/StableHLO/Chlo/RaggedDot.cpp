// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Chlo/Chlo.h"
#include "weft/StableHLO/IR/Shapes.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;
using weft::stablehlo::Site;

namespace weft::chlo {

/// C3
static LogicalResult verifyPairs(const Site &site, RankedTensorType lhs,
                                 RankedTensorType rhs,
                                 ArrayRef<int64_t> lhsDimensions,
                                 ArrayRef<int64_t> rhsDimensions,
                                 StringRef kind) {
  std::string name = (kind + " dimensions").str();
  if (lhsDimensions.size() != rhsDimensions.size()) {
    return site.violated("C3")
           << "as many " << name << " in lhs as in rhs, got "
           << lhsDimensions.size() << " and " << rhsDimensions.size();
  }
  if (failed(checkDimensions(site, "C3", "lhs " + name, lhsDimensions,
                             lhs.getRank())) ||
      failed(checkDimensions(site, "C3", "rhs " + name, rhsDimensions,
                             rhs.getRank())) ||
      failed(checkUnique(site, "C3", "lhs " + name, lhsDimensions)) ||
      failed(checkUnique(site, "C3", "rhs " + name, rhsDimensions))) {
    return failure();
  }
  for (auto [left, right] : llvm::zip_equal(lhsDimensions, rhsDimensions)) {
    if (!stablehlo::areCompatibleSizes(lhs.getDimSize(left),
                                       rhs.getDimSize(right))) {
      return site.violated("C3")
             << "equal sizes of the " << name << " " << left << " of lhs and "
             << right << " of rhs, got " << lhs.getDimSize(left) << " and "
             << rhs.getDimSize(right);
    }
  }
  return success();
}

LogicalResult RaggedDotOp::verify() {
  Site site(*this);
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  auto rhs = cast<RankedTensorType>(getRhs().getType());
  auto groups = cast<RankedTensorType>(getGroupSizes().getType());
  ArrayRef<int64_t> batching = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> contracting = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsBatching = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> rhsContracting = numbers.getRhsContractingDimensions();
  ArrayRef<int64_t> groupDimensions = numbers.getRhsGroupDimensions();

  if (numbers.getLhsRaggedDimensions().size() != 1) {
    return site.violated("C1") << "one ragged dimension, got "
                               << numbers.getLhsRaggedDimensions().size();
  }
  int64_t ragged = numbers.getLhsRaggedDimensions()[0];
  if (failed(checkDimension(site, "C1", "ragged dimension", ragged,
                            lhs.getRank())) ||
      failed(checkDimensions(site, "C2", "rhs group dimensions",
                             groupDimensions, rhs.getRank())) ||
      failed(verifyPairs(site, lhs, rhs, batching, rhsBatching, "batching")) ||
      failed(verifyPairs(site, lhs, rhs, contracting, rhsContracting,
                         "contracting")) ||
      failed(checkDisjoint(site, "C3", "lhs batching dimensions", batching,
                           "lhs contracting dimensions", contracting)) ||
      failed(checkDisjoint(site, "C3", "rhs batching dimensions", rhsBatching,
                           "rhs contracting dimensions", rhsContracting)) ||
      failed(checkDisjoint(site, "C3", "rhs group dimensions", groupDimensions,
                           "rhs batching dimensions", rhsBatching)) ||
      failed(checkDisjoint(site, "C3", "rhs group dimensions", groupDimensions,
                           "rhs contracting dimensions", rhsContracting))) {
    return failure();
  }
  bool isBatch = llvm::is_contained(batching, ragged);
  bool isContracting = llvm::is_contained(contracting, ragged);
  bool isFree = !isBatch && !isContracting;
  if (groupDimensions.size() != (isFree ? 1u : 0u)) {
    return site.violated("C2")
           << "one group dimension in rhs if the ragged dimension is free, "
              "none otherwise, got "
           << groupDimensions.size();
  }

  auto isFreeInLhs = [&](int64_t dimension) {
    return !llvm::is_contained(batching, dimension) &&
           !llvm::is_contained(contracting, dimension);
  };
  // C4: batch dimensions up to the ragged one, then those of its own role.
  SmallVector<int64_t> prefix;
  auto appendUntilRagged = [&](auto &&dimensions) {
    for (int64_t dimension : dimensions) {
      if (dimension == ragged) {
        return;
      }
      prefix.push_back(lhs.getDimSize(dimension));
    }
  };
  appendUntilRagged(batching);
  if (isContracting) {
    appendUntilRagged(contracting);
  } else if (isFree) {
    appendUntilRagged(llvm::make_filter_range(
        llvm::seq<int64_t>(0, lhs.getRank()), isFreeInLhs));
  }
  if (groups.getRank() == 0 ||
      (groups.getRank() != 1 && !stablehlo::areCompatibleShapes(
                                    groups.getShape().drop_back(), prefix))) {
    return site.violated("C4")
           << "group_sizes to have one dimension, or one more than "
           << stablehlo::listText(prefix) << ", got " << groups;
  }
  int64_t groupCount = groups.getShape().back();
  if (isFree && !stablehlo::areCompatibleSizes(
                    groupCount, rhs.getDimSize(groupDimensions[0]))) {
    return site.violated("C2")
           << "the group dimension of rhs to have the size of the groups, "
           << groupCount << ", got " << rhs.getDimSize(groupDimensions[0]);
  }

  SmallVector<int64_t> shape;
  if (isContracting) {
    shape.push_back(groupCount);
  }
  for (int64_t dimension : batching) {
    shape.push_back(lhs.getDimSize(dimension));
  }
  for (int64_t dimension : llvm::seq<int64_t>(0, lhs.getRank())) {
    if (isFreeInLhs(dimension)) {
      shape.push_back(lhs.getDimSize(dimension));
    }
  }
  for (int64_t dimension : llvm::seq<int64_t>(0, rhs.getRank())) {
    if (!llvm::is_contained(rhsBatching, dimension) &&
        !llvm::is_contained(rhsContracting, dimension) &&
        !llvm::is_contained(groupDimensions, dimension)) {
      shape.push_back(rhs.getDimSize(dimension));
    }
  }
  auto result = cast<RankedTensorType>(getType());
  if (!stablehlo::areCompatibleShapes(shape, result.getShape())) {
    return site.violated("C5")
           << "a result of shape " << stablehlo::listText(shape) << ", got "
           << result;
  }
  return success();
}

} // namespace weft::chlo
