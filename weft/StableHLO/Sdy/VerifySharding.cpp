// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sharding is valid when its axes exist in the mesh, no device along them is
// named twice, and it fits the type of its value. Everything checked here can
// be decided from one operation and the meshes of its module.

#include "weft/StableHLO/Sdy/Sdy.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallBitVector.h>

using namespace mlir;

namespace weft::sdy {
namespace {

/// Emits "'op' op operand 2: ...".
class ErrorAt {
public:
  ErrorAt(Operation *operation, const Twine &what)
      : operation(operation), what(what.str()) {}

  InFlightDiagnostic operator()() const {
    return operation->emitOpError() << what << ": ";
  }

private:
  Operation *operation;
  std::string what;
};

/// The axes of one sharding, checked one by one as they are added, and against
/// each other at the end.
class AxisChecker {
public:
  AxisChecker(MeshAttr mesh, Operation *operation, const ErrorAt &error)
      : mesh(mesh), operation(operation), error(error) {}

  LogicalResult add(ArrayRef<AxisRefAttr> axes) {
    AxisRefAttr previous;
    for (AxisRefAttr axis : axes) {
      if (failed(checkOne(axis))) {
        return failure();
      }
      if (previous && previous.getName() == axis.getName() &&
          endOf(previous) == beginOf(axis)) {
        return error() << "adjacent factors of axis \"" << axis.getName()
                       << "\" must be written as one";
      }
      factorsOfAxis[axis.getName()].push_back(axis);
      previous = axis;
    }
    return success();
  }

  /// As `add`, and the axes must be in the order of the mesh.
  LogicalResult addOrdered(ArrayRef<AxisRefAttr> axes, StringRef kind) {
    if (failed(add(axes))) {
      return failure();
    }
    auto position = [&](AxisRefAttr axis) {
      const MeshAxisAttr *found =
          llvm::find_if(mesh.getAxes(), [&](MeshAxisAttr candidate) {
            return candidate.getName() == axis.getName();
          });
      return std::pair(found - mesh.getAxes().begin(), beginOf(axis));
    };
    if (!llvm::is_sorted(axes, [&](AxisRefAttr left, AxisRefAttr right) {
          return position(left) < position(right);
        })) {
      return error() << kind << " axes must be in the order of the mesh";
    }
    return success();
  }

  /// No two factors of an axis overlap.
  LogicalResult finish() {
    for (auto &[name, factors] : factorsOfAxis) {
      llvm::sort(factors, [&](AxisRefAttr left, AxisRefAttr right) {
        return std::pair(beginOf(left), endOf(left)) <
               std::pair(beginOf(right), endOf(right));
      });
      for (size_t i = 1; i < factors.size(); ++i) {
        if (endOf(factors[i - 1]) > beginOf(factors[i])) {
          return error() << "axis \"" << name << "\" is used twice";
        }
      }
    }
    return success();
  }

private:
  LogicalResult checkOne(AxisRefAttr axis) {
    std::optional<int64_t> fullSize = mesh.getAxisSize(axis.getName());
    if (!fullSize) {
      return error() << "the mesh has no axis \"" << axis.getName() << "\"";
    }
    for (auto parent = operation->getParentOfType<ManualComputationOp>();
         parent; parent = parent->getParentOfType<ManualComputationOp>()) {
      for (StringAttr manual : parent.getManualAxes()) {
        if (manual.getValue() == axis.getName()) {
          InFlightDiagnostic diagnostic = error() << "axis " << manual
                                                  << " is already manual";
          diagnostic.attachNote(parent.getLoc()) << "in this computation";
          return diagnostic;
        }
      }
    }
    SubAxisInfoAttr factor = axis.getSubAxisInfo();
    if (!factor) {
      return success();
    }
    int64_t before = factor.getPreSize();
    int64_t size = factor.getSize();
    // Divisions, so that no product of hostile numbers can overflow.
    if (before < 1 || size < 2 || size == *fullSize ||
        *fullSize % before != 0 || (*fullSize / before) % size != 0) {
      return error() << "axis \"" << axis.getName() << "\" of size "
                     << *fullSize << " has no proper factor (" << before << ")"
                     << size;
    }
    return success();
  }

  int64_t beginOf(AxisRefAttr axis) const {
    return axis.getSubAxisInfo() ? axis.getSubAxisInfo().getPreSize() : 1;
  }
  int64_t endOf(AxisRefAttr axis) const {
    return axis.getSubAxisInfo()
               ? axis.getSubAxisInfo().getPreSize() *
                     axis.getSubAxisInfo().getSize()
               // A full axis of size 1 still excludes itself.
               : std::max<int64_t>(*mesh.getAxisSize(axis.getName()), 2);
  }

  MeshAttr mesh;
  Operation *operation;
  const ErrorAt &error;
  llvm::MapVector<StringRef, SmallVector<AxisRefAttr>> factorsOfAxis;
};

} // namespace

/// The shaped type that a sharding speaks about: a tensor, or the only member
/// of a tuple.
static ShapedType shardedType(Type type) {
  if (auto tuple = dyn_cast_if_present<TupleType>(type)) {
    return tuple.size() == 1 ? dyn_cast<ShapedType>(tuple.getType(0))
                             : ShapedType();
  }
  return dyn_cast_if_present<ShapedType>(type);
}

LogicalResult verifySharding(TensorShardingAttr sharding, Type type,
                             Operation *operation, const Twine &what) {
  ErrorAt error(operation, what);
  MeshAttr mesh = sharding.getMesh(operation);
  if (!mesh) {
    return error() << "there is no mesh " << sharding.getMeshOrRef();
  }
  ShapedType shaped = shardedType(type);
  if (mesh.isMaximal() || !shaped) {
    if (sharding.getRank() != 0 || !sharding.isFullyReplicated()) {
      return error() << "a sharding on one device, or of a value that is no "
                        "tensor, must have no dimensions and no axes";
    }
    return success();
  }
  if (!shaped.hasRank() || shaped.getRank() != sharding.getRank()) {
    return error() << "the sharding has " << sharding.getRank()
                   << " dimensions, but the type is " << shaped;
  }
  AxisChecker axes(mesh, operation, error);
  for (auto [index, dimension] : llvm::enumerate(sharding.getDimShardings())) {
    if (dimension.getPriority() &&
        (*dimension.getPriority() < 0 ||
         (dimension.getIsClosed() && dimension.getAxes().empty()))) {
      return error() << "dimension " << index
                     << ": a priority must not be negative, and needs an axis "
                        "or an open dimension";
    }
    if (failed(axes.add(dimension.getAxes()))) {
      return failure();
    }
  }
  return failure(
      failed(axes.addOrdered(sharding.getReplicatedAxes(), "replicated")) ||
      failed(axes.addOrdered(sharding.getUnreducedAxes(), "unreduced")) ||
      failed(axes.finish()));
}

LogicalResult verifyShardingPerValue(TensorShardingPerValueAttr shardings,
                                     TypeRange types, Operation *operation,
                                     StringRef what) {
  ArrayRef<TensorShardingAttr> list = shardings.getShardings();
  if (types.empty() && list.size() == 1 && list[0].getRank() == 0 &&
      list[0].isFullyReplicated()) {
    return verifySharding(list[0], Type(), operation, what);
  }
  if (list.size() != types.size()) {
    return operation->emitOpError() << "has " << types.size() << " " << what
                                    << "s, but " << list.size() << " shardings";
  }
  for (auto [index, sharding, type] : llvm::enumerate(list, types)) {
    if (failed(verifySharding(sharding, type, operation,
                              what + " " + Twine(index)))) {
      return failure();
    }
  }
  return success();
}

/// Marks in `used` the factors that occur in the mappings of `types`.
static LogicalResult verifyMappings(OpShardingRuleAttr rule,
                                    ArrayRef<TensorMappingAttr> mappings,
                                    TypeRange types, Operation *operation,
                                    StringRef what,
                                    llvm::SmallBitVector &used) {
  if (mappings.size() != types.size() || types.empty()) {
    return operation->emitOpError()
           << "has " << types.size() << " " << what
           << "s, but its sharding rule has " << mappings.size();
  }
  ArrayRef<int64_t> sizes = rule.getFactorSizes();
  for (auto [index, mapping, type] : llvm::enumerate(mappings, types)) {
    ErrorAt error(operation, what + " " + Twine(index));
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasRank() || shaped.getRank() != mapping.getRank()) {
      return error() << "the sharding rule has " << mapping.getRank()
                     << " dimensions, but the type is " << type;
    }
    llvm::SmallBitVector usedHere(sizes.size());
    for (DimMappingAttr dimension : mapping.getDimMappings()) {
      ArrayRef<int64_t> factors = dimension.getFactorIndices();
      if (factors.empty()) {
        return error() << "the sharding rule has a dimension without factors";
      }
      for (int64_t factor : factors) {
        if (factor < 0 || factor >= static_cast<int64_t>(sizes.size())) {
          return error() << "the sharding rule has " << sizes.size()
                         << " factors, but uses factor " << factor;
        }
        if (usedHere.test(factor)) {
          return error() << "the sharding rule uses factor " << factor
                         << " twice";
        }
        if (sizes[factor] == 1 && factors.size() > 1) {
          return error() << "factor " << factor
                         << " of size 1 must not share a dimension";
        }
        usedHere.set(factor);
      }
    }
    used |= usedHere;
  }
  return success();
}

LogicalResult verifyShardingRule(OpShardingRuleAttr rule,
                                 Operation *operation) {
  size_t count = rule.getFactorSizes().size();
  llvm::SmallBitVector inOperands(count), inResults(count);
  if (failed(verifyMappings(rule, rule.getOperandMappings(),
                            operation->getOperandTypes(), operation, "operand",
                            inOperands)) ||
      failed(verifyMappings(rule, rule.getResultMappings(),
                            operation->getResultTypes(), operation, "result",
                            inResults))) {
    return failure();
  }
  llvm::SmallBitVector used = inOperands;
  used |= inResults;
  if (!used.all()) {
    return operation->emitOpError()
           << "sharding rule: factor " << used.find_first_unset()
           << " is in no operand and no result";
  }
  // Each factor is of one special kind at most; blocking is orthogonal.
  llvm::SmallBitVector special(count);
  auto check = [&](ArrayRef<int64_t> factors, llvm::SmallBitVector &seen,
                   StringRef kind) -> LogicalResult {
    for (int64_t factor : factors) {
      if (factor < 0 || factor >= static_cast<int64_t>(count) ||
          seen.test(factor)) {
        return operation->emitOpError()
               << "sharding rule: factor " << factor << " in '" << kind
               << "' does not exist or is given twice";
      }
      seen.set(factor);
    }
    if (!llvm::is_sorted(factors)) {
      return operation->emitOpError()
             << "sharding rule: factors in '" << kind << "' must be sorted";
    }
    return success();
  };
  llvm::SmallBitVector blocked(count);
  if (failed(check(rule.getReductionFactors(), special, "reduction")) ||
      failed(check(rule.getNeedReplicationFactors(), special,
                   "need_replication")) ||
      failed(check(rule.getPermutationFactors(), special, "permutation")) ||
      failed(check(rule.getBlockedPropagationFactors(), blocked,
                   "blocked_propagation"))) {
    return failure();
  }
  for (int64_t factor : rule.getReductionFactors()) {
    if (inResults.test(factor)) {
      return operation->emitOpError() << "sharding rule: reduction factor "
                                      << factor << " is in a result";
    }
  }
  return success();
}

} // namespace weft::sdy
