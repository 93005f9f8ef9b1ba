// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/BuildManifest.h"

#include "weft/Compiler/Options.h"
#include "weft/StableHLO/Boundary/ElementTypes.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Sdy/Sdy.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

using namespace mlir;

namespace weft {
namespace {

std::string textOf(Attribute attribute) {
  if (auto text = dyn_cast_if_present<StringAttr>(attribute)) {
    return text.getValue().str();
  }
  std::string text;
  if (attribute) {
    llvm::raw_string_ostream(text) << attribute;
  }
  return text;
}

/// `{1,0}`; nothing for "default" and "auto", which leave the choice to us.
StatusOr<std::optional<std::vector<int64_t>>>
parseLayout(llvm::StringRef text, const std::string &what) {
  using Result = std::optional<std::vector<int64_t>>;
  if (text.empty() || text == "default" || text == "auto") {
    return Result();
  }
  std::vector<int64_t> order;
  llvm::StringRef list = text;
  bool wellFormed = list.consume_front("{") && list.consume_back("}");
  SmallVector<llvm::StringRef> parts;
  list.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    int64_t number;
    wellFormed &= !part.trim().getAsInteger(10, number);
    order.push_back(wellFormed ? number : 0);
  }
  if (!wellFormed) {
    return Status::unimplemented(what + " has layout '" + text.str() +
                                 "'; only orders of dimensions such as {1,0} "
                                 "are known");
  }
  return Result(std::move(order));
}

/// The order of dimensions that the program or the options give.
StatusOr<ArrayType> placedType(Type type, Attribute layoutMode,
                               const std::optional<std::vector<int64_t>> &given,
                               const std::string &what) {
  WEFT_ASSIGN_OR_RETURN(std::optional<std::vector<int64_t>> order,
                        parseLayout(textOf(layoutMode), what));
  if (!order) {
    order = given;
  }
  std::optional<std::span<const int64_t>> view;
  if (order && !isa<stablehlo::TokenType>(type)) {
    view = *order;
  }
  return arrayTypeOf(type, what, view);
}

std::string shardingOf(Attribute hlo, Attribute sdy) {
  return textOf(hlo ? hlo : sdy);
}

std::string memoryKindOf(Attribute kind) {
  std::string text = textOf(kind);
  return text.empty() ? std::string(kDefaultMemoryKind) : text;
}

/// Demanded aliases first, then parameters that may be used for any result:
/// each takes the first free result of its size and memory.
Status assignAliases(func::FuncOp entry, Manifest &manifest) {
  std::vector<bool> taken(manifest.results.size());
  for (size_t i = 0; i < manifest.parameters.size(); ++i) {
    auto alias = entry.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    if (!alias) {
      continue;
    }
    int64_t result = alias.getInt();
    ParameterInfo &parameter = manifest.parameters[i];
    std::string pair = "argument " + std::to_string(i) + " and result " +
                       std::to_string(result);
    if (result < 0 || static_cast<size_t>(result) >= taken.size()) {
      return Status::invalidArgument(pair +
                                     " are to share storage; the program has " +
                                     std::to_string(taken.size()) + " results");
    }
    if (taken[result]) {
      return Status::invalidArgument(
          pair + " are to share storage, and so is another argument");
    }
    if (parameter.type.byteSize() != manifest.results[result].type.byteSize()) {
      return Status::invalidArgument(pair + " are to share storage, but are " +
                                     parameter.type.toString() + " and " +
                                     manifest.results[result].type.toString());
    }
    taken[result] = true;
    parameter.aliasedResult = static_cast<uint32_t>(result);
  }
  for (size_t i = 0; i < manifest.parameters.size(); ++i) {
    auto donor = entry.getArgAttrOfType<BoolAttr>(i, "jax.buffer_donor");
    ParameterInfo &parameter = manifest.parameters[i];
    if (!donor || !donor.getValue() || parameter.aliasedResult ||
        parameter.type.isToken()) {
      continue;
    }
    for (size_t result = 0; result < taken.size(); ++result) {
      const ResultInfo &candidate = manifest.results[result];
      if (!taken[result] && !candidate.type.isToken() &&
          candidate.type == parameter.type &&
          candidate.memoryKind == parameter.memoryKind) {
        taken[result] = true;
        parameter.aliasedResult = static_cast<uint32_t>(result);
        break;
      }
    }
  }
  return Status::success();
}

ProgramTraits traitsOf(ModuleOp module) {
  ProgramTraits traits;
  module.walk([&](Operation *operation) {
    using namespace stablehlo;
    if (isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
            CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
            ReduceScatterOp, AsyncStartOp, InfeedOp, OutfeedOp>(operation)) {
      traits.collectives = true;
    } else if (auto send = dyn_cast<SendOp>(operation)) {
      (send.getIsHostTransfer() ? traits.hostTransfers : traits.collectives) =
          true;
    } else if (auto receive = dyn_cast<RecvOp>(operation)) {
      (receive.getIsHostTransfer() ? traits.hostTransfers
                                   : traits.collectives) = true;
    } else if (auto call = dyn_cast<CustomCallOp>(operation)) {
      // Linear algebra computes and comes back; others may wait for anything.
      const bool isLibrary = call.getCallTargetName().starts_with("lapack_");
      traits.customCalls |= !isLibrary;
      traits.libraryCalls |= isLibrary;
    } else if (isa<WhileOp>(operation)) {
      traits.loops = true;
    }
  });
  return traits;
}

Status assignDevices(const CompileOptions &options, Manifest &manifest) {
  manifest.replicas = options.replicas;
  manifest.partitions = options.partitions;
  uint64_t count = uint64_t(options.replicas) * options.partitions;
  if (count == 0 || count > (1 << 20)) {
    return Status::invalidArgument(
        std::to_string(options.replicas) + " replicas of " +
        std::to_string(options.partitions) + " partitions were asked for");
  }
  if (options.portable) {
    return count == 1 ? Status::success()
                      : Status::invalidArgument(
                            "a portable program runs on one device, " +
                            std::to_string(count) + " were asked for");
  }
  manifest.deviceIds = options.deviceIds;
  for (uint64_t i = 0; options.deviceIds.empty() && i < count; ++i) {
    manifest.deviceIds.push_back(static_cast<int32_t>(i));
  }
  if (manifest.deviceIds.size() != count) {
    return Status::invalidArgument(
        "the device assignment names " +
        std::to_string(manifest.deviceIds.size()) + " devices, " +
        std::to_string(options.replicas) + " replicas of " +
        std::to_string(options.partitions) + " partitions need " +
        std::to_string(count));
  }
  return Status::success();
}

} // namespace

StatusOr<func::FuncOp> findEntry(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main");
      main && !main.isExternal()) {
    return main;
  }
  func::FuncOp found;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPublic() && !function.isExternal()) {
      if (found) {
        return Status::invalidArgument(
            "the program has no function 'main' and more than one public "
            "function: '" +
            found.getName().str() + "' and '" + function.getName().str() + "'");
      }
      found = function;
    }
  }
  if (!found) {
    return Status::invalidArgument(
        "the program has no function 'main' to start with");
  }
  return found;
}

StatusOr<Manifest> buildManifest(func::FuncOp entry,
                                 const CompileOptions &options) {
  auto module = entry->getParentOfType<ModuleOp>();
  Manifest manifest;
  manifest.name = module.getName().value_or(entry.getName()).str();
  manifest.entry = entry.getName().str();
  WEFT_RETURN_IF_ERROR(assignDevices(options, manifest));

  for (unsigned i = 0; i < entry.getNumArguments(); ++i) {
    std::optional<std::vector<int64_t>> given;
    if (i < options.parameterLayouts.size()) {
      given = options.parameterLayouts[i];
    }
    ParameterInfo parameter;
    WEFT_ASSIGN_OR_RETURN(parameter.type,
                          placedType(entry.getArgument(i).getType(),
                                     entry.getArgAttr(i, "mhlo.layout_mode"),
                                     given, "argument " + std::to_string(i)));
    parameter.memoryKind =
        memoryKindOf(entry.getArgAttr(i, "mhlo.memory_kind"));
    parameter.sharding =
        shardingOf(entry.getArgAttr(i, "mhlo.sharding"),
                   entry.getArgAttr(i, sdy::shardingAttributeName));
    manifest.memory.arguments += parameter.type.byteSize();
    manifest.parameters.push_back(std::move(parameter));
  }
  for (unsigned i = 0; i < entry.getNumResults(); ++i) {
    ResultInfo result;
    WEFT_ASSIGN_OR_RETURN(
        result.type, placedType(entry.getResultTypes()[i],
                                entry.getResultAttr(i, "mhlo.layout_mode"),
                                std::nullopt, "result " + std::to_string(i)));
    result.memoryKind =
        memoryKindOf(entry.getResultAttr(i, "mhlo.memory_kind"));
    result.sharding =
        shardingOf(entry.getResultAttr(i, "mhlo.sharding"),
                   entry.getResultAttr(i, sdy::shardingAttributeName));
    result.name = textOf(entry.getResultAttr(i, "jax.result_info"));
    manifest.memory.results += result.type.byteSize();
    manifest.results.push_back(std::move(result));
  }
  WEFT_RETURN_IF_ERROR(assignAliases(entry, manifest));
  for (const ParameterInfo &parameter : manifest.parameters) {
    if (parameter.aliasedResult) {
      manifest.memory.aliased += parameter.type.byteSize();
    }
  }
  manifest.traits = traitsOf(module);
  WEFT_ASSIGN_OR_RETURN(manifest.timeLimit, timeLimitOf(options));
  return manifest;
}

} // namespace weft
