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

namespace {

/// How the ragged dimension of a product takes part in it.
enum class RaggedRole { Batching, Contracting, Free };

/// A product whose dimension numbers verify.
struct Product {
  RankedTensorType lhs;
  RankedTensorType rhs;
  RaggedDotDimensionNumbersAttr numbers;
  int64_t ragged;

  RaggedRole role() const {
    if (llvm::is_contained(numbers.getLhsBatchingDimensions(), ragged)) {
      return RaggedRole::Batching;
    }
    return llvm::is_contained(numbers.getLhsContractingDimensions(), ragged)
               ? RaggedRole::Contracting
               : RaggedRole::Free;
  }

  SmallVector<int64_t> freeInLhs() const {
    return without(lhs.getRank(), {numbers.getLhsBatchingDimensions(),
                                   numbers.getLhsContractingDimensions()});
  }
  SmallVector<int64_t> freeInRhs() const {
    return without(rhs.getRank(), {numbers.getRhsBatchingDimensions(),
                                   numbers.getRhsContractingDimensions(),
                                   numbers.getRhsGroupDimensions()});
  }

  /// C4: batch dimensions up to the ragged one, then those of its own role.
  SmallVector<int64_t> sizesBeforeRagged() const {
    SmallVector<int64_t> sizes;
    auto append = [&](ArrayRef<int64_t> dimensions) {
      for (int64_t dimension : dimensions) {
        if (dimension == ragged) {
          return;
        }
        sizes.push_back(lhs.getDimSize(dimension));
      }
    };
    append(numbers.getLhsBatchingDimensions());
    if (role() == RaggedRole::Contracting) {
      append(numbers.getLhsContractingDimensions());
    } else if (role() == RaggedRole::Free) {
      append(freeInLhs());
    }
    return sizes;
  }

  /// C5.
  SmallVector<int64_t> resultShape(int64_t groupCount) const {
    SmallVector<int64_t> shape;
    if (role() == RaggedRole::Contracting) {
      shape.push_back(groupCount);
    }
    for (int64_t dimension : numbers.getLhsBatchingDimensions()) {
      shape.push_back(lhs.getDimSize(dimension));
    }
    for (int64_t dimension : freeInLhs()) {
      shape.push_back(lhs.getDimSize(dimension));
    }
    for (int64_t dimension : freeInRhs()) {
      shape.push_back(rhs.getDimSize(dimension));
    }
    return shape;
  }

private:
  static SmallVector<int64_t>
  without(int64_t rank, std::initializer_list<ArrayRef<int64_t>> lists) {
    SmallVector<int64_t> rest;
    for (int64_t dimension : llvm::seq<int64_t>(0, rank)) {
      if (llvm::none_of(lists, [&](ArrayRef<int64_t> list) {
            return llvm::is_contained(list, dimension);
          })) {
        rest.push_back(dimension);
      }
    }
    return rest;
  }
};

} // namespace

/// C1 to C3.
static LogicalResult verifyNumbers(const Site &site,
                                   RaggedDotDimensionNumbersAttr numbers,
                                   RankedTensorType lhs, RankedTensorType rhs) {
  ArrayRef<int64_t> batching = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> contracting = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsBatching = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> rhsContracting = numbers.getRhsContractingDimensions();
  ArrayRef<int64_t> groupDimensions = numbers.getRhsGroupDimensions();
  if (numbers.getLhsRaggedDimensions().size() != 1) {
    return site.violated("C1") << "one ragged dimension, got "
                               << numbers.getLhsRaggedDimensions().size();
  }
  return failure(
      failed(checkDimension(site, "C1", "ragged dimension",
                            numbers.getLhsRaggedDimensions()[0],
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
                           "rhs contracting dimensions", rhsContracting)));
}

LogicalResult RaggedDotOp::verify() {
  Site site(*this);
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  auto rhs = cast<RankedTensorType>(getRhs().getType());
  auto groups = cast<RankedTensorType>(getGroupSizes().getType());
  ArrayRef<int64_t> groupDimensions = numbers.getRhsGroupDimensions();
  if (failed(verifyNumbers(site, numbers, lhs, rhs))) {
    return failure();
  }
  Product product{lhs, rhs, numbers, numbers.getLhsRaggedDimensions()[0]};
  bool isFree = product.role() == RaggedRole::Free;
  if (groupDimensions.size() != (isFree ? 1u : 0u)) {
    return site.violated("C2")
           << "one group dimension in rhs if the ragged dimension is free, "
              "none otherwise, got "
           << groupDimensions.size();
  }
  SmallVector<int64_t> prefix = product.sizesBeforeRagged();
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
  SmallVector<int64_t> shape = product.resultShape(groupCount);
  auto result = cast<RankedTensorType>(getType());
  if (!stablehlo::areCompatibleShapes(shape, result.getShape())) {
    return site.violated("C5")
           << "a result of shape " << stablehlo::listText(shape) << ", got "
           << result;
  }
  return success();
}

} // namespace weft::chlo
