// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/NormalizeCalls.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Sdy/Sdy.h"
#include "weft/Support/Diagnostics.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

constexpr llvm::StringLiteral kTypedParameters = "mhlo.backend_config";
constexpr llvm::StringLiteral kSharding = "mhlo.sharding";

Status at(Operation *operation, const Status &status) {
  std::string place = describeLocation(operation->getLoc());
  return place.empty() ? status : status.withContext(place);
}

Status unifySpelling(CustomCallOp call) {
  auto parameters = call->getAttrOfType<DictionaryAttr>(kTypedParameters);
  if (!parameters) {
    return Status::success();
  }
  if (call.getApiVersion() != CustomCallApiVersion::API_VERSION_ORIGINAL ||
      !call.getOpaqueBackendConfig().empty()) {
    return at(call,
              Status::invalidArgument(
                  "custom call '" + call.getCallTargetName().str() +
                  "' has typed parameters beside an opaque backend_config or "
                  "another api_version than 1"));
  }
  call.setApiVersion(CustomCallApiVersion::API_VERSION_TYPED_FFI);
  call.setBackendConfigAttr(parameters);
  call->removeAttr(kTypedParameters);
  return Status::success();
}

/// Targets that change between the shapes of a whole array and of its parts.
bool isChangeOfShape(llvm::StringRef target) {
  return target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape" ||
         target == "xla.sdy.GlobalToLocalShape" ||
         target == "xla.sdy.LocalToGlobalShape";
}

/// The names that begin with `xla.sdy.` are operations of `sdy` that went
/// through XLA.
bool isAboutPartitions(llvm::StringRef target) {
  return target == "Sharding" || target == "xla.sdy.FuncResultSharding" ||
         target == "xla.sdy.PropagationBarrier" ||
         target == "xla.sdy.ShardingGroup" || isChangeOfShape(target);
}

/// Targets that give their operand back where layouts and memories are free.
bool isIdentity(llvm::StringRef target) {
  return target == "LayoutConstraint" ||
         target == "annotate_device_placement" || target == "MoveToHost" ||
         target == "MoveToDevice";
}

bool hasOneTypeThrough(Operation *operation) {
  return operation->getNumOperands() == operation->getNumResults() &&
         llvm::equal(operation->getOperandTypes(), operation->getResultTypes());
}

void replaceByOperands(Operation *operation) {
  operation->replaceAllUsesWith(operation->getOperands());
  operation->erase();
}

/// Puts the operations of a single-block body in the place of its owner.
Status inlineBody(Operation *owner) {
  Block &body = owner->getRegion(0).front();
  if (!llvm::equal(body.getArgumentTypes(), owner->getOperandTypes()) ||
      !llvm::equal(body.getTerminator()->getOperandTypes(),
                   owner->getResultTypes())) {
    return at(owner, Status::unimplemented(
                         "the computation is written for a mesh of several "
                         "devices, the program is compiled for one: give it "
                         "the devices of its mesh"));
  }
  Operation *terminator = body.getTerminator();
  SmallVector<Value> values(terminator->getOperands());
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), owner->getOperands())) {
    argument.replaceAllUsesWith(operand);
    llvm::replace(values, Value(argument), Value(operand));
  }
  terminator->erase();
  owner->getBlock()->getOperations().splice(owner->getIterator(),
                                            body.getOperations());
  owner->replaceAllUsesWith(values);
  owner->erase();
  return Status::success();
}

Status eraseShardings(ModuleOp module) {
  SmallVector<Operation *> found;
  // Innermost first, so that a body is clean before it moves.
  module.walk<WalkOrder::PostOrder>([&](Operation *operation) {
    auto call = dyn_cast<CustomCallOp>(operation);
    if ((call && isAboutPartitions(call.getCallTargetName())) ||
        isa<sdy::ShardingConstraintOp, sdy::ReshardOp,
            sdy::PropagationBarrierOp, sdy::ShardingGroupOp,
            sdy::ManualComputationOp, sdy::NamedComputationOp>(operation)) {
      found.push_back(operation);
    }
  });
  for (Operation *operation : found) {
    if (isa<sdy::ManualComputationOp, sdy::NamedComputationOp>(operation)) {
      WEFT_RETURN_IF_ERROR(inlineBody(operation));
    } else if (operation->getNumResults() == 0) {
      operation->erase();
    } else if (hasOneTypeThrough(operation)) {
      replaceByOperands(operation);
    } else {
      return at(operation,
                Status::unimplemented(
                    "the program changes between whole and divided shapes, "
                    "but is compiled for one partition"));
    }
  }
  return Status::success();
}

bool isReplicated(Attribute sharding) {
  if (auto text = dyn_cast<StringAttr>(sharding)) {
    return text.getValue() == "{replicated}" || text.getValue() == "{manual}";
  }
  auto tensor = dyn_cast<sdy::TensorShardingAttr>(sharding);
  return tensor && tensor.isFullyReplicated();
}

Status refuseUndivided(ModuleOp module, uint32_t partitions) {
  auto refuse = [&](Operation *operation, const std::string &what) {
    return at(operation, Status::unimplemented(
                             what + " is to be divided between " +
                             std::to_string(partitions) +
                             " partitions, which the compiler does not do yet: "
                             "use one device, or replicate the array"));
  };
  Status status = Status::success();
  module.walk([&](Operation *operation) {
    if (!status.ok()) {
      return WalkResult::interrupt();
    }
    if (auto function = dyn_cast<func::FuncOp>(operation)) {
      for (unsigned i = 0; i < function.getNumArguments(); ++i) {
        for (llvm::StringRef name : {kSharding, sdy::shardingAttributeName}) {
          Attribute sharding = function.getArgAttr(i, name);
          if (sharding && !isReplicated(sharding)) {
            status =
                refuse(function, "argument " + std::to_string(i) + " of '" +
                                     function.getName().str() + "'");
          }
        }
      }
      for (unsigned i = 0; i < function.getNumResults(); ++i) {
        for (llvm::StringRef name : {kSharding, sdy::shardingAttributeName}) {
          Attribute sharding = function.getResultAttr(i, name);
          if (sharding && !isReplicated(sharding)) {
            status = refuse(function, "result " + std::to_string(i) + " of '" +
                                          function.getName().str() + "'");
          }
        }
      }
      return WalkResult::advance();
    }
    bool divides = isa<sdy::ManualComputationOp>(operation);
    if (auto call = dyn_cast<CustomCallOp>(operation)) {
      divides = isChangeOfShape(call.getCallTargetName());
    }
    if (divides) {
      status = refuse(operation, "a computation");
    }
    return WalkResult::advance();
  });
  return status;
}

} // namespace

Status normalizeCalls(ModuleOp module, uint32_t partitions) {
  Status status = Status::success();
  SmallVector<CustomCallOp> identities;
  module.walk([&](CustomCallOp call) {
    if (status.ok()) {
      status = unifySpelling(call);
    }
    if (isIdentity(call.getCallTargetName()) && hasOneTypeThrough(call)) {
      identities.push_back(call);
    }
  });
  WEFT_RETURN_IF_ERROR(status);
  for (CustomCallOp call : identities) {
    replaceByOperands(call);
  }
  if (partitions > 1) {
    WEFT_RETURN_IF_ERROR(refuseUndivided(module, partitions));
  }
  return eraseShardings(module);
}

} // namespace weft::stablehlo
