// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/ProgramLimits.h"

#include "weft/StableHLO/Import/Limits.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Support/CheckedArithmetic.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

/// Sizes of everything an attribute or type contains, found without recursion.
class Measurer {
public:
  /// Why the attribute or type is refused, if it is.
  std::optional<std::string> measure(Attribute attribute) {
    return measureFrom(Item{attribute, Type()});
  }
  std::optional<std::string> measure(Type type) {
    return measureFrom(Item{Attribute(), type});
  }

  /// The most equal elements in a measured attribute that take no bytes.
  uint64_t getRepeatedElements(Attribute attribute) const {
    return sizes.lookup(attribute.getAsOpaquePointer()).repeatedElements;
  }

private:
  struct Item {
    Attribute attribute;
    Type type;
    const void *key() const {
      return attribute ? attribute.getAsOpaquePointer()
                       : type.getAsOpaquePointer();
    }
  };
  struct Size {
    unsigned depth = 1;
    uint64_t total = 1;
    uint64_t repeatedElements = 0;
  };

  static SmallVector<Item> childrenOf(Item item) {
    SmallVector<Item> children;
    auto addAttribute = [&](Attribute child) {
      if (child) {
        children.push_back({child, Type()});
      }
    };
    auto addType = [&](Type child) {
      if (child) {
        children.push_back({Attribute(), child});
      }
    };
    if (item.attribute) {
      item.attribute.walkImmediateSubElements(addAttribute, addType);
    } else {
      item.type.walkImmediateSubElements(addAttribute, addType);
    }
    return children;
  }

  std::optional<std::string> measureFrom(Item root) {
    // An item is on the stack twice: to find its children, then to sum them.
    SmallVector<std::pair<Item, bool>> stack{{root, false}};
    while (!stack.empty()) {
      auto [item, childrenAreKnown] = stack.pop_back_val();
      if (!item.key() || sizes.contains(item.key())) {
        continue;
      }
      SmallVector<Item> children = childrenOf(item);
      if (!childrenAreKnown) {
        stack.push_back({item, true});
        for (Item child : children) {
          if (!sizes.contains(child.key())) {
            stack.push_back({child, false});
          }
        }
        continue;
      }
      Size size;
      for (Item child : children) {
        Size inner = sizes.lookup(child.key());
        size.depth = std::max(size.depth, inner.depth + 1);
        size.total = SaturatingAdd(size.total, inner.total);
        size.repeatedElements =
            std::max(size.repeatedElements, inner.repeatedElements);
      }
      if (auto elements = dyn_cast_or_null<DenseElementsAttr>(item.attribute);
          elements && elements.isSplat()) {
        size.repeatedElements = countElements(elements.getType());
      }
      if (size.depth > limits::kAttributeDepth) {
        return "attributes or types are nested deeper than " +
               std::to_string(limits::kAttributeDepth);
      }
      // Locations are printed once each, however often they are shared.
      if (item.attribute && isa<LocationAttr>(item.attribute)) {
        size.total = 1;
      }
      if (size.total > limits::kAttributeSize) {
        return "an attribute or type has more than " +
               std::to_string(limits::kAttributeSize) + " parts";
      }
      if (auto shaped = dyn_cast_or_null<ShapedType>(item.type)) {
        if (auto error = findShapeError(shaped)) {
          return error;
        }
      }
      sizes[item.key()] = size;
    }
    return std::nullopt;
  }

  llvm::DenseMap<const void *, Size> sizes;
};

} // namespace

std::optional<std::string> weft::stablehlo::findShapeError(ShapedType type) {
  if (!type.hasRank()) {
    return std::nullopt;
  }
  if (type.getRank() > limits::kRank) {
    return "a type has " + std::to_string(type.getRank()) +
           " dimensions, more than " + std::to_string(limits::kRank);
  }
  // The largest element is a complex number of two 64-bit floats; integers may
  // be wider.
  int64_t bits = 128;
  if (auto integer = dyn_cast<IntegerType>(type.getElementType())) {
    bits = std::max<int64_t>(bits, integer.getWidth());
  }
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size) || size == 0) {
      continue;
    }
    std::optional<int64_t> product = checkedMul(bits, size);
    if (size < 0 || !product) {
      return std::string("the number of elements of a type does not fit into "
                         "63 bits");
    }
    bits = *product;
  }
  return std::nullopt;
}

uint64_t weft::stablehlo::countElements(ShapedType type) {
  uint64_t count = 1;
  for (int64_t size : type.getShape()) {
    if (size == 0) {
      return 0;
    }
    count *= size;
  }
  return count;
}

std::optional<LimitError> weft::stablehlo::findLimitError(ModuleOp module) {
  Measurer measurer;
  std::optional<std::string> error;
  SmallVector<std::pair<Operation *, unsigned>> stack{{module, 1}};
  while (!stack.empty()) {
    auto [operation, depth] = stack.pop_back_val();
    if (depth > limits::kRegionDepth) {
      return LimitError{operation, "operations are nested deeper than " +
                                       std::to_string(limits::kRegionDepth)};
    }
    if ((error = measurer.measure(LocationAttr(operation->getLoc()))) ||
        (error = measurer.measure(operation->getAttrDictionary()))) {
      return LimitError{operation, *error};
    }
    for (NamedAttribute attribute : operation->getAttrDictionary()) {
      if (attribute.getName() != "value" &&
          measurer.getRepeatedElements(attribute.getValue()) >
              limits::kRepeatedElements) {
        return LimitError{operation,
                          ("attribute '" + attribute.getName().strref() +
                           "' has more than " +
                           Twine(limits::kRepeatedElements) + " elements")
                              .str()};
      }
    }
    for (Type type : operation->getResultTypes()) {
      if ((error = measurer.measure(type))) {
        return LimitError{operation, *error};
      }
    }
    size_t firstInner = stack.size();
    for (Region &region : operation->getRegions()) {
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments()) {
          if ((error = measurer.measure(argument.getType())) ||
              (error = measurer.measure(LocationAttr(argument.getLoc())))) {
            return LimitError{operation, *error};
          }
        }
        for (Operation &inner : block) {
          stack.push_back({&inner, depth + 1});
        }
      }
    }
    // In program order, so that the first error is the topmost one.
    std::reverse(stack.begin() + firstInner, stack.end());
  }
  return std::nullopt;
}
