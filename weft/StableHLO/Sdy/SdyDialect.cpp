// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Sdy/Sdy.h"

#include <mlir/Interfaces/FunctionInterfaces.h>

using namespace mlir;

#include "weft/StableHLO/Sdy/SdyDialect.cpp.inc"

namespace weft::sdy {

void SdyDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/Sdy/SdyOps.cpp.inc"
      >();
}

/// Shardings of the arguments and results of a function. Other names are kept
/// unread: later versions of Shardy add some.
static LogicalResult verifyFunctionAttribute(Operation *function,
                                             NamedAttribute attribute,
                                             Type type, const Twine &what) {
  if (attribute.getName() != shardingAttributeName) {
    return success();
  }
  auto sharding = dyn_cast<TensorShardingAttr>(attribute.getValue());
  if (!sharding) {
    return function->emitOpError()
           << what.str() << ": '" << shardingAttributeName
           << "' must be a #sdy.sharding, got " << attribute.getValue();
  }
  return verifySharding(sharding, type, function, what);
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *operation,
                                                   unsigned /*region*/,
                                                   unsigned index,
                                                   NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(operation);
  if (!function) {
    return success();
  }
  return verifyFunctionAttribute(operation, attribute,
                                 function.getArgumentTypes()[index],
                                 "argument " + Twine(index));
}

LogicalResult
SdyDialect::verifyRegionResultAttribute(Operation *operation,
                                        unsigned /*region*/, unsigned index,
                                        NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(operation);
  if (!function) {
    return success();
  }
  return verifyFunctionAttribute(operation, attribute,
                                 function.getResultTypes()[index],
                                 "result " + Twine(index));
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *operation,
                                                   NamedAttribute attribute) {
  if (attribute.getName() == shardingAttributeName) {
    auto shardings = dyn_cast<TensorShardingPerValueAttr>(attribute.getValue());
    if (!shardings) {
      return operation->emitOpError()
             << "'" << shardingAttributeName
             << "' must be a #sdy.sharding_per_value, got "
             << attribute.getValue();
    }
    return verifyShardingPerValue(shardings, operation->getResultTypes(),
                                  operation, "result");
  }
  if (attribute.getName() == shardingRuleAttributeName) {
    auto rule = dyn_cast<OpShardingRuleAttr>(attribute.getValue());
    if (!rule) {
      return operation->emitOpError()
             << "'" << shardingRuleAttributeName
             << "' must be a #sdy.op_sharding_rule, got "
             << attribute.getValue();
    }
    return verifyShardingRule(rule, operation);
  }
  return success();
}

} // namespace weft::sdy
