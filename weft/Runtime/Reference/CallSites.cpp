// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/CallSites.h"

#include "weft/StableHLO/Boundary/ElementTypes.h"
#include "weft/StableHLO/IR/CallArrays.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>

using namespace mlir;

namespace weft::runtime {
namespace {

using Kind = CallAttribute::Kind;

StatusOr<CallAttribute> convert(Attribute attribute, const std::string &name);

/// The low bytes of `bits`, as an element of `type` is held.
void append(std::string &bytes, const llvm::APInt &bits, ElementType type) {
  llvm::APInt wide = isSignedSubByte(type)    ? bits.sext(8)
                     : bits.getBitWidth() < 8 ? bits.zext(8)
                                              : bits;
  for (unsigned i = 0; i < elementBytes(type); ++i) {
    bytes.push_back(
        static_cast<char>(wide.extractBitsAsZExtValue(8, 8 * i) & 0xff));
  }
}

StatusOr<CallAttribute> convertScalar(Type type, const llvm::APInt &bits,
                                      const std::string &name) {
  std::optional<ElementType> element = elementTypeOf(type);
  if (!element) {
    return Status::unimplemented("parameter '" + name +
                                 "' is of a type that cannot be handed over");
  }
  CallAttribute result;
  result.kind = Kind::Scalar;
  result.element = *element;
  append(result.bytes, bits, *element);
  return result;
}

StatusOr<CallAttribute> convertElements(DenseElementsAttr elements,
                                        const std::string &name) {
  CallAttribute result;
  result.kind = Kind::Array;
  std::optional<ElementType> element = elementTypeOf(elements.getElementType());
  if (!element) {
    return Status::unimplemented("parameter '" + name +
                                 "' has elements that cannot be handed over");
  }
  result.element = *element;
  if (isa<FloatType>(elements.getElementType())) {
    for (const llvm::APFloat &value : elements.getValues<llvm::APFloat>()) {
      append(result.bytes, value.bitcastToAPInt(), *element);
    }
  } else if (isa<IntegerType>(elements.getElementType())) {
    for (const llvm::APInt &value : elements.getValues<llvm::APInt>()) {
      append(result.bytes, value, *element);
    }
  } else {
    return Status::unimplemented("parameter '" + name +
                                 "' has elements that cannot be handed over");
  }
  return result;
}

/// A list of numbers of one type.
StatusOr<CallAttribute> convertList(ArrayAttr list, const std::string &name) {
  CallAttribute result;
  result.kind = Kind::Array;
  result.element = ElementType::S64;
  for (auto [i, item] : llvm::enumerate(list)) {
    WEFT_ASSIGN_OR_RETURN(CallAttribute element, convert(item, name));
    if (element.kind != Kind::Scalar ||
        (i > 0 && element.element != result.element)) {
      return Status::unimplemented(
          "parameter '" + name +
          "' is a list of something else than numbers of one type");
    }
    result.element = element.element;
    result.bytes += element.bytes;
  }
  return result;
}

StatusOr<CallAttribute> convertDictionary(DictionaryAttr dictionary) {
  CallAttribute result;
  result.kind = Kind::Dictionary;
  // MLIR keeps dictionaries sorted by name.
  for (NamedAttribute entry : dictionary) {
    std::string name = entry.getName().str();
    WEFT_ASSIGN_OR_RETURN(CallAttribute value, convert(entry.getValue(), name));
    result.entries.push_back({std::move(name), std::move(value)});
  }
  return result;
}

StatusOr<CallAttribute> convert(Attribute attribute, const std::string &name) {
  using Result = StatusOr<CallAttribute>;
  return llvm::TypeSwitch<Attribute, Result>(attribute)
      .Case<IntegerAttr>([&](IntegerAttr value) {
        return convertScalar(value.getType(), value.getValue(), name);
      })
      .Case<FloatAttr>([&](FloatAttr value) {
        return convertScalar(value.getType(), value.getValue().bitcastToAPInt(),
                             name);
      })
      .Case<StringAttr>([](StringAttr value) {
        CallAttribute result;
        result.kind = Kind::String;
        result.bytes = value.getValue().str();
        return result;
      })
      .Case<FlatSymbolRefAttr>([](FlatSymbolRefAttr value) {
        CallAttribute result;
        result.kind = Kind::String;
        result.bytes = value.getValue().str();
        return result;
      })
      .Case<DenseArrayAttr>([&](DenseArrayAttr value) -> Result {
        std::optional<ElementType> element =
            elementTypeOf(value.getElementType());
        if (!element) {
          return Status::unimplemented("parameter '" + name +
                                       "' has elements that cannot be handed "
                                       "over");
        }
        CallAttribute result;
        result.kind = Kind::Array;
        result.element = *element;
        llvm::ArrayRef<char> raw = value.getRawData();
        result.bytes.assign(raw.begin(), raw.end());
        return result;
      })
      .Case<DenseElementsAttr>(
          [&](DenseElementsAttr value) { return convertElements(value, name); })
      .Case<ArrayAttr>(
          [&](ArrayAttr value) { return convertList(value, name); })
      .Case<DictionaryAttr>(
          [](DictionaryAttr value) { return convertDictionary(value); })
      .Default([&](Attribute) -> Result {
        return Status::unimplemented("parameter '" + name +
                                     "' is of a kind that cannot be handed "
                                     "over");
      });
}

/// A row-major array with its dimensions in the order of a layout, as the
/// layout has it. `order` has the fastest first.
Type asLaidOut(Type type, const std::vector<int64_t> &order) {
  auto tensor = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    shape[order[i]] = tensor.getDimSize(order.size() - 1 - i);
  }
  return tensor.clone(shape);
}

/// The types of operands or results, in the layouts the call gives.
StatusOr<std::vector<ArrayType>>
describeValues(TypeRange types, std::optional<ArrayAttr> layouts,
               bool areInOrder, const char *what) {
  std::vector<ArrayType> described;
  for (auto [i, given] : llvm::enumerate(types)) {
    Type type = given;
    std::optional<std::vector<int64_t>> order;
    if (layouts && i < layouts->size() && isa<RankedTensorType>(type)) {
      auto layout = cast<DenseIntElementsAttr>((*layouts)[i]);
      order.emplace();
      for (const llvm::APInt &dimension : layout.getValues<llvm::APInt>()) {
        order->push_back(dimension.getSExtValue());
      }
      if (areInOrder) {
        type = asLaidOut(type, *order);
      }
    }
    std::optional<std::span<const int64_t>> view;
    if (order) {
      view = *order;
    }
    WEFT_ASSIGN_OR_RETURN(
        ArrayType array,
        arrayTypeOf(type, std::string(what) + " " + std::to_string(i), view));
    described.push_back(std::move(array));
  }
  return described;
}

} // namespace

StatusOr<CustomCallSite> describeCall(stablehlo::CustomCallOp call) {
  CustomCallSite site;
  site.target = call.getCallTargetName().str();
  site.apiVersion = static_cast<int>(call.getApiVersion());
  site.backendConfig = call.getOpaqueBackendConfig().str();
  site.hasSideEffect = call.getHasSideEffect();
  if (DictionaryAttr parameters = call.getTypedBackendConfig()) {
    WEFT_ASSIGN_OR_RETURN(site.attributes, convertDictionary(parameters));
  }
  const bool areInOrder = stablehlo::isInOrder(call);
  WEFT_ASSIGN_OR_RETURN(site.operands, describeValues(call->getOperandTypes(),
                                                      call.getOperandLayouts(),
                                                      areInOrder, "operand"));
  WEFT_ASSIGN_OR_RETURN(site.results, describeValues(call->getResultTypes(),
                                                     call.getResultLayouts(),
                                                     areInOrder, "result"));
  return site;
}

std::vector<std::optional<size_t>> aliasesOf(stablehlo::CustomCallOp call) {
  std::vector<std::optional<size_t>> aliases(call->getNumResults());
  for (auto alias : call.getOutputOperandAliases()
                        .getAsRange<stablehlo::OutputOperandAliasAttr>()) {
    llvm::ArrayRef<int64_t> indices = alias.getOutputTupleIndices();
    int64_t result = indices.empty() ? 0 : indices.front();
    if (result >= 0 && static_cast<size_t>(result) < aliases.size()) {
      aliases[result] = static_cast<size_t>(alias.getOperandIndex());
    }
  }
  return aliases;
}

} // namespace weft::runtime
