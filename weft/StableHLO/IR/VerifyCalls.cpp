// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification of operations whose meaning lives elsewhere: composite and
// custom_call. The specification numbers no constraints of the latter.

#include "weft/StableHLO/IR/Shapes.h"

#include <llvm/ADT/StringExtras.h>
#include <mlir/IR/TypeUtilities.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

#include <set>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// composite
//===----------------------------------------------------------------------===//

/// `space.name`, or more parts: the first an identifier, the others of letters,
/// digits, underscores and dollars.
static bool isNamespacedName(StringRef name) {
  SmallVector<StringRef> parts;
  name.split(parts, '.');
  if (parts.size() < 2 || parts.front().empty() ||
      !llvm::isAlpha(parts.front().front())) {
    return false;
  }
  auto isWord = [](char character) {
    return llvm::isAlnum(character) || character == '_';
  };
  return llvm::all_of(parts.front(), isWord) &&
         llvm::all_of(ArrayRef(parts).drop_front(), [&](StringRef part) {
           return !part.empty() && llvm::all_of(part, [&](char character) {
             return isWord(character) || character == '$';
           });
         });
}

LogicalResult CompositeOp::verify() {
  // (C1)
  if (!isNamespacedName(getName())) {
    return Site(*this).violated("C1")
           << "name of the form space.name, got '" << getName() << "'";
  }
  return success();
}

LogicalResult
CompositeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Site site(*this);
  // (C2)
  auto decomposition = dyn_cast_if_present<FunctionOpInterface>(
      symbolTable.lookupNearestSymbolFrom(getOperation(),
                                          getDecompositionAttr()));
  if (!decomposition) {
    return site.violated("C2") << "decomposition to be a function of the "
                                  "program, got "
                               << getDecompositionAttr();
  }
  // (C3)
  if (!llvm::equal(getInputs().getTypes(), decomposition.getArgumentTypes())) {
    return site.violated("C3")
           << "inputs of the types (" << decomposition.getArgumentTypes()
           << ") as decomposition, got (" << getInputs().getTypes() << ")";
  }
  // (C4)
  if (!llvm::equal(getResultTypes(), decomposition.getResultTypes())) {
    return site.violated("C4")
           << "results of the types (" << decomposition.getResultTypes()
           << ") as decomposition, got (" << getResultTypes() << ")";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Layouts of custom calls
//===----------------------------------------------------------------------===//

/// A layout lists each dimension of a ranked type once, and nothing for a value
/// that is no tensor.
static LogicalResult checkLayout(const Site &site, StringRef name, Type type,
                                 DenseIntElementsAttr layout) {
  if (isa<TupleType>(type)) {
    return site.violated() << name << " of values that are no tuples, got "
                           << type;
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && !shaped.hasRank()) {
    return success();
  }
  int64_t rank = shaped ? shaped.getRank() : 0;
  // The size first: the layout may claim any number of equal entries.
  bool fits = layout.getType().getDimSize(0) == rank;
  SmallVector<bool> seen(fits ? rank : 0, false);
  if (fits) {
    for (const APInt &entry : layout.getValues<APInt>()) {
      int64_t dimension = entry.getSExtValue();
      if (dimension < 0 || dimension >= rank || seen[dimension]) {
        fits = false;
        break;
      }
      seen[dimension] = true;
    }
  }
  if (!fits) {
    return site.violated() << name << " with the numbers from 0 below " << rank
                           << " in some order for " << type << ", got "
                           << layout;
  }
  return success();
}

static LogicalResult checkLayouts(const Site &site, StringRef name,
                                  TypeRange types, ArrayAttr layouts) {
  if (failed(checkLength(site, "", name, layouts.size(),
                         static_cast<int64_t>(types.size()), "value"))) {
    return failure();
  }
  for (auto [type, layout] : llvm::zip_equal(types, layouts)) {
    if (failed(checkLayout(site, name, type,
                           cast<DenseIntElementsAttr>(layout)))) {
      return failure();
    }
  }
  return success();
}

static LogicalResult checkLayouts(CustomCallOp op, const Site &site) {
  std::optional<ArrayAttr> operandLayouts = op.getOperandLayouts();
  std::optional<ArrayAttr> resultLayouts = op.getResultLayouts();
  if (!operandLayouts && !resultLayouts) {
    return success();
  }
  if (!operandLayouts || !resultLayouts) {
    return site.violated() << "operand_layouts and result_layouts together, "
                              "got only "
                           << (operandLayouts ? "operand_layouts"
                                              : "result_layouts");
  }
  if (failed(checkLayouts(site, "operand_layouts", op.getOperandTypes(),
                          *operandLayouts))) {
    return failure();
  }
  // A single tuple stands for its elements.
  TypeRange results = op.getResultTypes();
  if (results.size() == 1) {
    if (auto tuple = dyn_cast<TupleType>(results.front())) {
      results = tuple.getTypes();
    }
  }
  return checkLayouts(site, "result_layouts", results, *resultLayouts);
}

//===----------------------------------------------------------------------===//
// Aliases and buffers of custom calls
//===----------------------------------------------------------------------===//

/// The type that `indices` lead to inside tuples; null if they lead nowhere.
static Type typeAt(Type type, ArrayRef<int64_t> indices) {
  for (int64_t index : indices) {
    auto tuple = dyn_cast<TupleType>(type);
    if (!tuple || index < 0 || index >= static_cast<int64_t>(tuple.size())) {
      return nullptr;
    }
    type = tuple.getType(index);
  }
  return type;
}

/// The results as one value: several make a tuple.
static Type resultOf(CustomCallOp op) {
  if (op.getNumResults() == 1) {
    return op.getResult(0).getType();
  }
  return TupleType::get(op.getContext(), op.getResultTypes());
}

/// Each alias joins an operand and a result of one type.
static LogicalResult checkAliases(CustomCallOp op, const Site &site) {
  for (Attribute attribute : op.getOutputOperandAliases()) {
    auto alias = cast<OutputOperandAliasAttr>(attribute);
    if (failed(checkDimension(site, "", "operand_index of an alias",
                              alias.getOperandIndex(),
                              static_cast<int64_t>(op.getInputs().size())))) {
      return failure();
    }
    Type operand = typeAt(op.getInputs()[alias.getOperandIndex()].getType(),
                          alias.getOperandTupleIndices());
    if (!operand) {
      return site.violated()
             << "operand_tuple_indices of an alias to lead to a value, got "
             << listText(alias.getOperandTupleIndices()) << " in operand "
             << alias.getOperandIndex();
    }
    Type result = typeAt(resultOf(op), alias.getOutputTupleIndices());
    if (!result) {
      return site.violated()
             << "output_tuple_indices of an alias to lead to a value, got "
             << listText(alias.getOutputTupleIndices());
    }
    if (operand != result) {
      return site.violated()
             << "an alias of one type, got " << operand << " and " << result;
    }
  }
  return success();
}

/// The paths to all buffers in a value, tuples descended into.
static void findBuffers(Type type, SmallVectorImpl<int64_t> &path,
                        SmallVectorImpl<SmallVector<int64_t>> &buffers) {
  if (isa<MemRefType>(type)) {
    buffers.emplace_back(path.begin(), path.end());
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (auto [index, element] : llvm::enumerate(tuple.getTypes())) {
      path.push_back(static_cast<int64_t>(index));
      findBuffers(element, path, buffers);
      path.pop_back();
    }
  }
}

/// A buffer that comes out is one that went in, and no two are the same.
static LogicalResult checkBufferAliases(CustomCallOp op, const Site &site) {
  using Path = std::vector<int64_t>;
  std::set<Path> results;
  std::set<std::pair<int64_t, Path>> operands;
  for (Attribute attribute : op.getOutputOperandAliases()) {
    auto alias = cast<OutputOperandAliasAttr>(attribute);
    ArrayRef<int64_t> resultPath = alias.getOutputTupleIndices();
    ArrayRef<int64_t> operandPath = alias.getOperandTupleIndices();
    if (!isa<MemRefType>(typeAt(resultOf(op), resultPath))) {
      continue;
    }
    if (!results.insert(resultPath.vec()).second) {
      return site.violated() << "one alias per buffer among the results, got "
                                "more for "
                             << listText(resultPath);
    }
    if (!operands.insert({alias.getOperandIndex(), operandPath.vec()}).second) {
      return site.violated()
             << "one alias per buffer among the operands, got "
                "more for operand "
             << alias.getOperandIndex() << " " << listText(operandPath);
    }
  }
  SmallVector<int64_t> path;
  SmallVector<SmallVector<int64_t>> buffers;
  findBuffers(resultOf(op), path, buffers);
  for (ArrayRef<int64_t> buffer : buffers) {
    if (!results.contains(buffer.vec())) {
      return site.violated() << "an alias for each buffer among the results, "
                                "got none for "
                             << listText(buffer);
    }
  }
  return success();
}

/// The targets that make buffers and turn tensors into buffers and back. They
/// are where buffers come from, so that the rule on aliases is not for them.
static LogicalResult checkBuffers(CustomCallOp op, const Site &site) {
  StringRef target = op.getCallTargetName();
  ValueRange inputs = op.getInputs();
  if (target == "CreateBuffer") {
    if (!inputs.empty() || op.getNumResults() != 1 ||
        !isa<MemRefType>(op.getResult(0).getType())) {
      return site.violated()
             << "no inputs and a memref result for "
                "CreateBuffer, got ("
             << inputs.getTypes() << ") and (" << op.getResultTypes() << ")";
    }
    return success();
  }
  if (target == "Pin" || target == "Unpin") {
    bool fits = inputs.size() == 1 && op.getNumResults() == 1;
    if (fits) {
      Type tensor = inputs.front().getType();
      Type buffer = op.getResult(0).getType();
      if (target == "Unpin") {
        std::swap(tensor, buffer);
      }
      fits = isa<TensorType>(tensor) && isa<MemRefType>(buffer) &&
             areCompatibleTypes(tensor, buffer);
    }
    if (!fits) {
      return site.violated() << (target == "Pin" ? "a tensor in and a memref"
                                                 : "a memref in and a tensor")
                             << " of the same shape and elements out for "
                             << target << ", got (" << inputs.getTypes()
                             << ") and (" << op.getResultTypes() << ")";
    }
    return success();
  }
  return checkBufferAliases(op, site);
}

//===----------------------------------------------------------------------===//
// custom_call
//===----------------------------------------------------------------------===//

LogicalResult CustomCallOp::verify() {
  Site site(*this);
  if (failed(checkLayouts(*this, site)) || failed(checkAliases(*this, site))) {
    return failure();
  }
  if (std::optional<Attribute> config = getBackendConfig()) {
    bool isTyped =
        getApiVersion() == CustomCallApiVersion::API_VERSION_TYPED_FFI;
    if (isTyped != isa<DictionaryAttr>(*config)) {
      return site.violated()
             << "backend_config to be a " << (isTyped ? "dictionary" : "string")
             << " with api_version "
             << stringifyCustomCallApiVersion(getApiVersion()) << ", got "
             << *config;
    }
  }
  return checkBuffers(*this, site);
}

} // namespace weft::stablehlo
