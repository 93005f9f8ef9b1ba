// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Origins.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinAttributes.h>

#include <iterator>
#include <utility>

using namespace mlir;

namespace weft {

static constexpr llvm::StringLiteral originKey = "weft.origin";

static std::optional<uint32_t> originOfFused(FusedLoc fused) {
  const auto metadata =
      llvm::dyn_cast_if_present<DictionaryAttr>(fused.getMetadata());
  if (!metadata) {
    return std::nullopt;
  }
  const auto number = metadata.getAs<IntegerAttr>(originKey);
  // The text form can claim anything.
  if (!number || number.getValue().getActiveBits() > 32) {
    return std::nullopt;
  }
  return static_cast<uint32_t>(number.getValue().getZExtValue());
}

std::vector<LocationAttr> numberOrigins(Operation *root) {
  std::vector<LocationAttr> originals;
  Builder builder(root->getContext());
  const StringAttr key = builder.getStringAttr(originKey);
  root->walk<WalkOrder::PreOrder>([&](Operation *operation) {
    LocationAttr original = operation->getLoc();
    if (auto fused = llvm::dyn_cast<FusedLoc>(original);
        fused && originOfFused(fused)) {
      original = FusedLoc::get(fused.getLocations(), {}, root->getContext());
    }
    const auto number =
        builder.getI64IntegerAttr(static_cast<int64_t>(originals.size()));
    originals.push_back(original);
    operation->setLoc(
        FusedLoc::get({Location(original)},
                      builder.getDictionaryAttr(NamedAttribute(key, number)),
                      root->getContext()));
  });
  return originals;
}

//===----------------------------------------------------------------------===//
// Origins of a location
//===----------------------------------------------------------------------===//

/// Calls `visit` for a location and its parts, until it returns false. Parts
/// are shared, and a hostile location shares them so often that following
/// each path would never end: every part is visited once.
static void visitParts(LocationAttr start,
                       llvm::function_ref<bool(LocationAttr)> visit) {
  llvm::SmallPtrSet<const void *, 8> seen;
  llvm::SmallVector<LocationAttr, 8> pending = {start};
  while (!pending.empty()) {
    const LocationAttr location = pending.pop_back_val();
    if (!seen.insert(location.getAsOpaquePointer()).second) {
      continue;
    }
    if (!visit(location)) {
      return;
    }
    llvm::TypeSwitch<LocationAttr>(location)
        .Case([&](FusedLoc fused) {
          llvm::append_range(pending, fused.getLocations());
        })
        .Case([&](NameLoc name) { pending.push_back(name.getChildLoc()); })
        .Case([&](CallSiteLoc call) {
          pending.push_back(call.getCallee());
          pending.push_back(call.getCaller());
        });
  }
}

static void collectOrigins(LocationAttr location,
                           llvm::SmallVectorImpl<uint32_t> &origins) {
  visitParts(location, [&](LocationAttr part) {
    if (auto fused = llvm::dyn_cast<FusedLoc>(part)) {
      if (const auto origin = originOfFused(fused)) {
        origins.push_back(*origin);
      }
    }
    return true;
  });
}

static bool hasFilePosition(LocationAttr location) {
  bool found = false;
  visitParts(location, [&](LocationAttr part) {
    found = llvm::isa<FileLineColRange>(part);
    return !found;
  });
  return found;
}

static void makeSet(llvm::SmallVectorImpl<uint32_t> &origins) {
  llvm::sort(origins);
  origins.erase(llvm::unique(origins), origins.end());
}

llvm::SmallVector<uint32_t> originsOf(Location location) {
  llvm::SmallVector<uint32_t> origins;
  collectOrigins(location, origins);
  makeSet(origins);
  return origins;
}

llvm::SmallVector<uint32_t> originsOf(Operation *operation) {
  llvm::SmallVector<uint32_t> origins;
  operation->walk(
      [&](Operation *inner) { collectOrigins(inner->getLoc(), origins); });
  makeSet(origins);
  return origins;
}

//===----------------------------------------------------------------------===//
// Making locations
//===----------------------------------------------------------------------===//

Location fuseLocations(llvm::ArrayRef<Location> locations,
                       MLIRContext *context) {
  constexpr size_t mostParts = 16;
  llvm::SmallVector<Location, 8> parts;
  auto add = [&](Location part) {
    if (parts.size() < mostParts && !llvm::isa<UnknownLoc>(part) &&
        !llvm::is_contained(parts, part)) {
      parts.push_back(part);
    }
  };
  for (Location location : locations) {
    auto fused = llvm::dyn_cast<FusedLoc>(location);
    if (fused && !fused.getMetadata()) {
      llvm::for_each(fused.getLocations(), add);
    } else {
      add(location);
    }
  }
  if (parts.size() == 1) {
    return parts.front();
  }
  return FusedLoc::get(parts, {}, context);
}

/// The name outside a call stack, as resolveLocation finds it, and what is
/// under it.
static std::pair<StringAttr, LocationAttr> splitName(LocationAttr location) {
  while (auto fused = llvm::dyn_cast<FusedLoc>(location)) {
    if (fused.getLocations().size() != 1) {
      return {{}, location};
    }
    location = fused.getLocations().front();
  }
  if (auto name = llvm::dyn_cast<NameLoc>(location)) {
    return {name.getName(), name.getChildLoc()};
  }
  return {{}, location};
}

Location inlinedLocation(Location callee, Location caller) {
  auto [calleeName, calleeChild] = splitName(callee);
  StringAttr callerName = splitName(caller).first;
  Location stack = CallSiteLoc::get(Location(calleeChild), caller);
  StringAttr name = calleeName ? calleeName : callerName;
  if (calleeName && callerName) {
    name = StringAttr::get(callee.getContext(),
                           callerName.getValue() + "/" + calleeName.getValue());
  }
  Location named = name ? Location(NameLoc::get(name, stack)) : stack;
  // The number goes around the whole, as import puts it.
  auto fused = llvm::dyn_cast<FusedLoc>(callee);
  return fused && originOfFused(fused)
             ? FusedLoc::get({named}, fused.getMetadata(), callee.getContext())
             : named;
}

//===----------------------------------------------------------------------===//
// Resolving
//===----------------------------------------------------------------------===//

bool isLibraryFile(llvm::StringRef file) {
  return file.contains("/site-packages/") || file.contains("/dist-packages/") ||
         file.contains("/lib/python3") || file.starts_with("<frozen");
}

namespace {

/// Far more parts than a real location has, and an end to hostile ones.
constexpr unsigned maximumParts = 2000;

/// Follows one path through a location.
class Resolver {
public:
  explicit Resolver(ResolvedLocation &result) : result(result) {}

  /// The first name met outside a call stack names the operation; a name met
  /// later, or in a stack, names the function of the position it wraps.
  void resolve(LocationAttr location, bool inStack, llvm::StringRef function) {
    while (location && partsLeft > 0) {
      --partsLeft;
      if (auto file = llvm::dyn_cast<FileLineColRange>(location)) {
        result.frames.push_back({file.getFilename().str(), file.getStartLine(),
                                 file.getStartColumn(), function.str()});
        return;
      }
      if (auto name = llvm::dyn_cast<NameLoc>(location)) {
        if (!inStack && result.namePath.empty()) {
          result.namePath = name.getName().str();
        } else {
          function = name.getName().strref();
        }
        location = name.getChildLoc();
        continue;
      }
      if (auto call = llvm::dyn_cast<CallSiteLoc>(location)) {
        inStack = true;
        resolve(call.getCallee(), inStack, function);
        location = call.getCaller();
        function = {};
        continue;
      }
      auto fused = llvm::dyn_cast<FusedLoc>(location);
      location = fused ? choose(fused) : LocationAttr();
    }
  }

private:
  /// The first part with a file position, else the first part.
  static LocationAttr choose(FusedLoc fused) {
    const auto parts = fused.getLocations();
    for (Location part : parts) {
      if (hasFilePosition(part)) {
        return part;
      }
    }
    return parts.empty() ? LocationAttr() : LocationAttr(parts.front());
  }

  ResolvedLocation &result;
  unsigned partsLeft = maximumParts;
};

} // namespace

ResolvedLocation resolveLocation(Location location) {
  ResolvedLocation result;
  Resolver(result).resolve(location, /*inStack=*/false, {});
  std::vector<ResolvedLocation::Frame> ordered;
  for (bool library : {false, true}) {
    llvm::copy_if(result.frames, std::back_inserter(ordered),
                  [&](const ResolvedLocation::Frame &frame) {
                    return isLibraryFile(frame.file) == library;
                  });
  }
  result.frames = std::move(ordered);
  return result;
}

} // namespace weft
