// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, and the attributes that any operation of a plan may carry.

#include "weft/Plan/IR/Workspace.h"
#include "weft/Support/Decisions.h"

using namespace mlir;

#include "weft/Plan/IR/Dialect.cpp.inc"

namespace weft::plan {

void PlanDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "weft/Plan/IR/Ops.cpp.inc"
      >();
}

static bool isReasonCode(StringRef code) {
  return llvm::any_of(allReasons(), [&](const ReasonInfo &reason) {
    return StringRef(reason.code.data(), reason.code.size()) == code;
  });
}

static LogicalResult verifyPlaces(Operation *operation, Attribute value) {
  auto places = dyn_cast<ArrayAttr>(value);
  if (!places || !llvm::all_of(places, llvm::IsaPred<PlaceAttr>) ||
      places.size() != operation->getNumResults()) {
    return operation->emitError()
           << "'" << kPlaceName << "' must have one place for each of the "
           << operation->getNumResults() << " results, but is " << value;
  }
  for (auto [place, result] : llvm::zip_equal(places.getAsRange<PlaceAttr>(),
                                              operation->getResults())) {
    if ((place.getArena() != Arena::None) != hasBytes(result.getType())) {
      return operation->emitError() << "a value of type " << result.getType()
                                    << " cannot have place " << place;
    }
  }
  return success();
}

static LogicalResult verifyWorkspace(Operation *operation, Attribute value) {
  auto kernel = dyn_cast<KernelOp>(operation);
  auto place = dyn_cast<PlaceAttr>(value);
  if (!kernel || !place || place.getArena() != Arena::Temp ||
      place.getBytes() !=
          static_cast<int64_t>(kernel.getWorkspace().value_or(0))) {
    return operation->emitError()
           << "'" << kWorkspaceName
           << "' must be a place in the temp arena for the workspace of a "
              "kernel, but is "
           << value;
  }
  return success();
}

/// Class and offset per value.
static LogicalResult verifyStorage(Location location, Attribute value,
                                   size_t count) {
  auto numbers = dyn_cast<DenseI64ArrayAttr>(value);
  if (!numbers || numbers.size() != static_cast<int64_t>(2 * count)) {
    return emitError(location)
           << "'" << kStorageName << "' must have a class and an offset for "
           << "each of " << count << " values, but is " << value;
  }
  return success();
}

LogicalResult PlanDialect::verifyOperationAttribute(Operation *operation,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == kRecordName) {
    auto code = dyn_cast<StringAttr>(value);
    if (!code || !isReasonCode(code.getValue())) {
      return operation->emitError()
             << "'" << kRecordName << "' must be the code of a reason, but is "
             << value;
    }
    return success();
  }
  if (name == kPlaceName) {
    return verifyPlaces(operation, value);
  }
  if (name == kWorkspaceName) {
    return verifyWorkspace(operation, value);
  }
  if (name == kStorageName) {
    return verifyStorage(operation->getLoc(), value,
                         operation->getNumResults());
  }
  if (name == kAfterName) {
    if (isa<DenseI64ArrayAttr>(value)) {
      return success();
    }
    return operation->emitError()
           << "'" << kAfterName << "' must be an array of positions, but is "
           << value;
  }
  return operation->emitError() << "unknown attribute '" << name << "'";
}

LogicalResult PlanDialect::verifyRegionArgAttribute(Operation *operation,
                                                    unsigned, unsigned argument,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto program = dyn_cast<ProgramOp>(operation);
  auto refuse = [&](StringRef expected) {
    return operation->emitError()
           << "argument " << argument << ": '" << name << "' must be "
           << expected << ", but is " << value;
  };
  if (!program) {
    return operation->emitError()
           << "'" << name << "' belongs to arguments of plan.program";
  }
  if (name == kDonateName) {
    auto donate = dyn_cast<DonateAttr>(value);
    if (!donate) {
      return refuse("a plan.donate attribute");
    }
    int64_t count = program.getNumResults();
    if (donate.getKind() == DonateKind::Must && donate.getResult() >= count) {
      return operation->emitError()
             << "argument " << argument << " is donated to result "
             << donate.getResult() << ", the program has " << count;
    }
    return success();
  }
  if (name == kSpaceName) {
    return isa<SpaceAttr>(value) ? success() : refuse("a space");
  }
  if (name == kPlaceName) {
    return isa<PlaceAttr>(value) ? success() : refuse("a place");
  }
  if (name == kStorageName) {
    return verifyStorage(operation->getLoc(), value, 1);
  }
  return operation->emitError() << "unknown attribute '" << name << "'";
}

LogicalResult PlanDialect::verifyRegionResultAttribute(
    Operation *operation, unsigned, unsigned result, NamedAttribute attribute) {
  if (attribute.getName() == kSpaceName &&
      isa<SpaceAttr>(attribute.getValue())) {
    return success();
  }
  return operation->emitError()
         << "result " << result << " cannot have attribute "
         << attribute.getName();
}

} // namespace weft::plan
