// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of what talks to one process or to the host,
// and of the ids of a process. Labels are those of the specification's section
// on the operation.

#include "weft/StableHLO/IR/VerifyReplicaGroups.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

static RankedTensorType idType(MLIRContext *context) {
  return RankedTensorType::get(
      {}, IntegerType::get(context, 32, IntegerType::Unsigned));
}

LogicalResult PartitionIdOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>,
                                              ValueRange, DictionaryAttr,
                                              OpaqueProperties, RegionRange,
                                              SmallVectorImpl<Type> &inferred) {
  inferred.push_back(idType(context));
  return success();
}

LogicalResult PartitionIdOp::verify() { return verifyInferredTypes(*this, ""); }

LogicalResult ReplicaIdOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>, ValueRange,
                                            DictionaryAttr, OpaqueProperties,
                                            RegionRange,
                                            SmallVectorImpl<Type> &inferred) {
  inferred.push_back(idType(context));
  return success();
}

LogicalResult ReplicaIdOp::verify() { return verifyInferredTypes(*this, ""); }

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

namespace {

/// The numbers that `ChannelHandleAttr` gives to the ends of a channel.
enum class ChannelType : int64_t {
  DeviceToDevice = 1,
  DeviceToHost = 2,
  HostToDevice = 3,
};

} // namespace

/// The channel leads to the host if that is said to take part (C5).
static LogicalResult checkChannelType(const Site &site,
                                      ChannelHandleAttr channel,
                                      bool isHostTransfer,
                                      ChannelType hostType) {
  auto expected = static_cast<int64_t>(
      isHostTransfer ? hostType : ChannelType::DeviceToDevice);
  if (channel.getType() != expected) {
    return site.violated("C5")
           << "a channel of type " << expected << " with is_host_transfer "
           << (isHostTransfer ? "true" : "false") << ", got "
           << channel.getType();
  }
  return success();
}

/// Tensors, and at the end a token.
static LogicalResult checkTensorsAndToken(const Site &site,
                                          StringRef countLabel,
                                          StringRef tensorLabel,
                                          StringRef tokenLabel,
                                          TypeRange results) {
  if (results.empty()) {
    return site.violated(countLabel) << "at least one result, a token";
  }
  for (Type type : results.drop_back()) {
    if (!isa<RankedTensorType>(type)) {
      return site.violated(tensorLabel)
             << "tensors for all results but the last, got " << type;
    }
  }
  if (!isa<TokenType>(results.back())) {
    return site.violated(tokenLabel)
           << "a token for the last result, got " << results.back();
  }
  return success();
}

LogicalResult SendOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location>, ValueRange,
                                       DictionaryAttr, OpaqueProperties,
                                       RegionRange,
                                       SmallVectorImpl<Type> &inferred) {
  inferred.push_back(TokenType::get(context));
  return success();
}

LogicalResult SendOp::verify() {
  Site site(*this);
  // (C1) to (C4)
  if (getSourceTargetPairs() &&
      failed(checkSourceTargetPairs(site, *getSourceTargetPairs()))) {
    return failure();
  }
  // (C5)
  return checkChannelType(site, getChannelHandle(), getIsHostTransfer(),
                          ChannelType::DeviceToHost);
}

LogicalResult RecvOp::verify() {
  Site site(*this);
  // (C1) to (C4)
  if (getSourceTargetPairs() &&
      failed(checkSourceTargetPairs(site, *getSourceTargetPairs()))) {
    return failure();
  }
  // (C5): the specification repeats the words of send here; what a host sends
  // comes from it.
  if (failed(checkChannelType(site, getChannelHandle(), getIsHostTransfer(),
                              ChannelType::HostToDevice))) {
    return failure();
  }
  return checkTensorsAndToken(site, "", "", "", getResultTypes());
}

//===----------------------------------------------------------------------===//
// The host's queues
//===----------------------------------------------------------------------===//

LogicalResult InfeedOp::verify() {
  Site site(*this);
  // (C1) to (C3)
  if (failed(checkTensorsAndToken(site, "C1", "C2", "C3", getResultTypes()))) {
    return failure();
  }
  std::optional<ArrayAttr> layouts = getLayout();
  if (!layouts) {
    return success();
  }
  if (failed(checkLength(site, "", "layout", layouts->size(),
                         static_cast<int64_t>(getNumResults()) - 1,
                         "tensor"))) {
    return failure();
  }
  for (Attribute layout : *layouts) {
    auto dimensions = dyn_cast<ArrayAttr>(layout);
    if (!dimensions || !llvm::all_of(dimensions, llvm::IsaPred<IntegerAttr>)) {
      return site.violated()
             << "a list of integers per entry of layout, got " << layout;
    }
  }
  return success();
}

LogicalResult OutfeedOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location>, ValueRange,
                                          DictionaryAttr, OpaqueProperties,
                                          RegionRange,
                                          SmallVectorImpl<Type> &inferred) {
  inferred.push_back(TokenType::get(context));
  return success();
}

} // namespace weft::stablehlo
