// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of VHLO's operations as StableHLO has them: some change their
// form or name, some are collected into one, defaults are left out. Whatever is
// in neither table stays as it is.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Import/PortableOp.h"

#include <llvm/ADT/STLExtras.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

//===----------------------------------------------------------------------===//
// Reading attributes
//===----------------------------------------------------------------------===//

LogicalResult readInteger(const PortableOp &op, StringRef name,
                          int64_t &value) {
  auto attribute = dyn_cast_or_null<IntegerAttr>(op.get(name));
  if (!attribute || attribute.getValue().getSignificantBits() > 64) {
    return failure();
  }
  value = attribute.getValue().getSExtValue();
  return success();
}

LogicalResult readIntegers(Attribute attribute,
                           SmallVectorImpl<int64_t> &values) {
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  // A splat's size is not bounded by its bytes; real lists have a dimension
  // number or size per entry.
  constexpr int64_t kLongest = 1 << 16;
  if (!elements || !elements.getElementType().isInteger(64) ||
      elements.getNumElements() > kLongest) {
    return failure();
  }
  append_range(values, elements.getValues<int64_t>());
  return success();
}

bool isEmpty(Attribute attribute) {
  if (auto elements = dyn_cast<DenseElementsAttr>(attribute)) {
    return elements.empty();
  }
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    return array.empty();
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    return dictionary.empty();
  }
  auto string = dyn_cast<StringAttr>(attribute);
  return string && string.getValue().empty();
}

bool isInteger(Attribute attribute, int64_t value) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer && integer.getValue().getSignificantBits() <= 64 &&
         integer.getValue().getSExtValue() == value;
}

bool isFalse(Attribute attribute) {
  auto boolean = dyn_cast<BoolAttr>(attribute);
  return boolean && !boolean.getValue();
}

/// No elements, or all of them that number.
bool isEverywhere(Attribute attribute, int64_t value) {
  auto elements = dyn_cast<DenseIntElementsAttr>(attribute);
  if (!elements) {
    return false;
  }
  return elements.empty() ||
         (elements.isSplat() && elements.getElementType().isInteger(64) &&
          elements.getSplatValue<APInt>() == APInt(64, value, true));
}

bool isFalseEverywhere(Attribute attribute) {
  auto elements = dyn_cast<DenseIntElementsAttr>(attribute);
  return elements && elements.getElementType().isInteger(1) &&
         (elements.empty() ||
          (elements.isSplat() && !elements.getSplatValue<bool>()));
}

bool isDefaultPrecision(Attribute attribute) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  return array && all_of(array, [](Attribute element) {
           auto precision = dyn_cast<PrecisionAttr>(element);
           return precision && precision.getValue() == Precision::DEFAULT;
         });
}

bool isDefaultAccuracy(Attribute attribute) {
  auto accuracy = dyn_cast<ResultAccuracyAttr>(attribute);
  return accuracy &&
         accuracy == ResultAccuracyAttr::get(attribute.getContext(),
                                             ResultAccuracyMode::DEFAULT);
}

//===----------------------------------------------------------------------===//
// One attribute at a time
//===----------------------------------------------------------------------===//

/// What to do with an attribute. Null: leave it out. Otherwise its new value;
/// failure where its value is none it may have.
using Rule = FailureOr<Attribute> (*)(Attribute);

FailureOr<Attribute> leaveOut(bool isDefault, Attribute value) {
  return isDefault ? Attribute() : value;
}

FailureOr<Attribute> unlessFalse(Attribute value) {
  return leaveOut(isFalse(value), value);
}
FailureOr<Attribute> unlessZero(Attribute value) {
  return leaveOut(isInteger(value, 0), value);
}
FailureOr<Attribute> unlessMinusOne(Attribute value) {
  return leaveOut(isInteger(value, -1), value);
}
FailureOr<Attribute> unlessEmpty(Attribute value) {
  return leaveOut(isEmpty(value), value);
}
FailureOr<Attribute> unlessZeros(Attribute value) {
  return leaveOut(isEverywhere(value, 0), value);
}
FailureOr<Attribute> unlessDefaultPrecision(Attribute value) {
  return leaveOut(isDefaultPrecision(value), value);
}
FailureOr<Attribute> unlessDefaultAccuracy(Attribute value) {
  return leaveOut(isDefaultAccuracy(value), value);
}
FailureOr<Attribute> unlessNoType(Attribute value) {
  auto type = dyn_cast<ComparisonTypeAttr>(value);
  return leaveOut(type && type.getValue() == ComparisonType::NOTYPE, value);
}
FailureOr<Attribute> unlessOriginal(Attribute value) {
  auto version = dyn_cast<CustomCallApiVersionAttr>(value);
  return leaveOut(version && version.getValue() ==
                                 CustomCallApiVersion::API_VERSION_ORIGINAL,
                  value);
}

FailureOr<Attribute> toUnit(Attribute value) {
  auto boolean = dyn_cast<BoolAttr>(value);
  if (!boolean) {
    return failure();
  }
  return boolean.getValue() ? Attribute(UnitAttr::get(value.getContext()))
                            : Attribute();
}

FailureOr<Attribute> toIntegers(Attribute value) {
  SmallVector<int64_t> values;
  if (failed(readIntegers(value, values))) {
    return failure();
  }
  return Attribute(DenseI64ArrayAttr::get(value.getContext(), values));
}

FailureOr<Attribute> toIntegersUnlessOnes(Attribute value) {
  return isEverywhere(value, 1) ? Attribute() : toIntegers(value);
}

FailureOr<Attribute> toIntegersUnlessEmpty(Attribute value) {
  return isEmpty(value) ? Attribute() : toIntegers(value);
}

FailureOr<Attribute> toBoolsUnlessFalse(Attribute value) {
  if (isFalseEverywhere(value)) {
    return Attribute();
  }
  auto elements = dyn_cast<DenseIntElementsAttr>(value);
  if (!elements || !elements.getElementType().isInteger(1) ||
      elements.getNumElements() > (1 << 16)) {
    return failure();
  }
  return Attribute(DenseBoolArrayAttr::get(
      value.getContext(), to_vector(elements.getValues<bool>())));
}

FailureOr<Attribute> toSymbol(Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  if (!name) {
    return failure();
  }
  return Attribute(FlatSymbolRefAttr::get(name));
}

FailureOr<Attribute> toSymbolsUnlessEmpty(Attribute value) {
  auto names = dyn_cast<ArrayAttr>(value);
  if (!names) {
    return failure();
  }
  SmallVector<Attribute> symbols;
  for (Attribute name : names) {
    FailureOr<Attribute> symbol = toSymbol(name);
    if (failed(symbol)) {
      return failure();
    }
    symbols.push_back(*symbol);
  }
  return symbols.empty()
             ? Attribute()
             : Attribute(ArrayAttr::get(value.getContext(), symbols));
}

/// The id of collectives' channels; zero means none.
FailureOr<Attribute> toChannelHandle(Attribute value) {
  auto id = dyn_cast<IntegerAttr>(value);
  if (!id || id.getValue().getSignificantBits() > 64) {
    return failure();
  }
  int64_t handle = id.getValue().getSExtValue();
  return handle == 0 ? Attribute()
                     : Attribute(ChannelHandleAttr::get(value.getContext(),
                                                        handle, /*type=*/0));
}

struct AttributeRow {
  StringLiteral operation;
  StringLiteral attribute;
  Rule rule;
  /// The new name, or empty.
  StringLiteral newName = "";
};

/// Sorted by operation.
constexpr AttributeRow kAttributes[] = {
    {"all_gather", "channel_id", toChannelHandle, "channel_handle"},
    {"all_gather", "use_global_device_ids", toUnit},
    {"all_reduce", "channel_id", toChannelHandle, "channel_handle"},
    {"all_reduce", "use_global_device_ids", toUnit},
    {"all_to_all", "channel_id", toChannelHandle, "channel_handle"},
    {"broadcast", "broadcast_sizes", toIntegers},
    {"broadcast_in_dim", "broadcast_dimensions", toIntegers},
    {"call", "callee", toSymbol},
    {"cbrt", "result_accuracy", unlessDefaultAccuracy},
    {"cholesky", "lower", unlessFalse},
    {"collective_broadcast", "channel_id", toChannelHandle, "channel_handle"},
    {"collective_broadcast", "has_dynamic_root", toUnit},
    {"collective_permute", "channel_id", toChannelHandle, "channel_handle"},
    {"collective_reduce", "channel_id", toChannelHandle, "channel_handle"},
    {"collective_reduce", "has_dynamic_root", toUnit},
    {"collective_reduce", "use_global_device_ids", toUnit},
    {"compare", "compare_type", unlessNoType},
    {"composite", "composite_attributes", unlessEmpty},
    {"composite", "decomposition", toSymbol},
    {"composite", "version", unlessZero},
    {"convolution", "lhs_dilation", toIntegersUnlessOnes},
    {"convolution", "padding", unlessZeros},
    {"convolution", "precision_config", unlessDefaultPrecision},
    {"convolution", "rhs_dilation", toIntegersUnlessOnes},
    {"convolution", "window_reversal", toBoolsUnlessFalse},
    {"convolution", "window_strides", toIntegersUnlessOnes},
    {"cosine", "result_accuracy", unlessDefaultAccuracy},
    {"custom_call", "api_version", unlessOriginal},
    {"custom_call", "backend_config", unlessEmpty},
    {"custom_call", "called_computations", toSymbolsUnlessEmpty},
    {"custom_call", "has_side_effect", unlessFalse},
    {"custom_call", "output_operand_aliases", unlessEmpty},
    {"custom_call", "result_tilings", unlessEmpty},
    {"dot", "precision_config", unlessDefaultPrecision},
    {"dot_general", "precision_config", unlessDefaultPrecision},
    {"dynamic_broadcast_in_dim", "broadcast_dimensions", toIntegers},
    {"dynamic_broadcast_in_dim", "known_expanding_dimensions",
     toIntegersUnlessEmpty},
    {"dynamic_broadcast_in_dim", "known_nonexpanding_dimensions",
     toIntegersUnlessEmpty},
    {"dynamic_conv", "lhs_dilation", toIntegersUnlessOnes},
    {"dynamic_conv", "precision_config", unlessDefaultPrecision},
    {"dynamic_conv", "rhs_dilation", toIntegersUnlessOnes},
    {"dynamic_conv", "window_reversal", toBoolsUnlessFalse},
    {"dynamic_conv", "window_strides", toIntegersUnlessOnes},
    {"dynamic_gather", "indices_are_sorted", unlessFalse},
    {"dynamic_slice", "slice_sizes", toIntegers},
    {"exponential", "result_accuracy", unlessDefaultAccuracy},
    {"exponential_minus_one", "result_accuracy", unlessDefaultAccuracy},
    {"fft", "fft_length", toIntegers},
    {"func", "arg_attrs", unlessEmpty},
    {"func", "res_attrs", unlessEmpty},
    {"func", "sym_visibility", unlessEmpty},
    {"gather", "indices_are_sorted", unlessFalse},
    {"gather", "slice_sizes", toIntegers},
    {"infeed", "infeed_config", unlessEmpty},
    {"infeed", "layout", unlessEmpty},
    {"log", "result_accuracy", unlessDefaultAccuracy},
    {"log_plus_one", "result_accuracy", unlessDefaultAccuracy},
    {"logistic", "result_accuracy", unlessDefaultAccuracy},
    {"map", "dimensions", toIntegers},
    {"outfeed", "outfeed_config", unlessEmpty},
    {"pad", "edge_padding_high", toIntegers},
    {"pad", "edge_padding_low", toIntegers},
    {"pad", "interior_padding", toIntegers},
    {"recv", "is_host_transfer", unlessFalse},
    {"recv", "source_target_pairs", unlessEmpty},
    {"reduce", "dimensions", toIntegers},
    {"reduce_scatter", "channel_id", toChannelHandle, "channel_handle"},
    {"reduce_scatter", "use_global_device_ids", toUnit},
    {"reduce_window", "base_dilations", toIntegersUnlessOnes},
    {"reduce_window", "padding", unlessZeros},
    {"reduce_window", "window_dilations", toIntegersUnlessOnes},
    {"reduce_window", "window_dimensions", toIntegers},
    {"reduce_window", "window_strides", toIntegersUnlessOnes},
    {"reverse", "dimensions", toIntegers},
    {"rsqrt", "result_accuracy", unlessDefaultAccuracy},
    {"scatter", "indices_are_sorted", unlessFalse},
    {"scatter", "unique_indices", unlessFalse},
    {"select_and_scatter", "padding", unlessZeros},
    {"select_and_scatter", "window_dimensions", toIntegers},
    {"select_and_scatter", "window_strides", toIntegersUnlessOnes},
    {"send", "is_host_transfer", unlessFalse},
    {"send", "source_target_pairs", unlessEmpty},
    {"sine", "result_accuracy", unlessDefaultAccuracy},
    {"slice", "limit_indices", toIntegers},
    {"slice", "start_indices", toIntegers},
    {"slice", "strides", toIntegers},
    {"sort", "dimension", unlessMinusOne},
    {"sort", "is_stable", unlessFalse},
    {"sqrt", "result_accuracy", unlessDefaultAccuracy},
    {"tan", "result_accuracy", unlessDefaultAccuracy},
    {"tanh", "result_accuracy", unlessDefaultAccuracy},
    {"transpose", "permutation", toIntegers},
};

//===----------------------------------------------------------------------===//
// Several into one
//===----------------------------------------------------------------------===//

/// Takes attributes out of an operation, and remembers whether one was missing
/// or of the wrong kind.
class Taker {
public:
  explicit Taker(PortableOp &op) : op(op) {}

  int64_t integer(StringRef name) {
    int64_t value = 0;
    failedAny |= failed(readInteger(op, name, value));
    op.attributes.erase(name);
    return value;
  }
  SmallVector<int64_t> integers(StringRef name) {
    SmallVector<int64_t> values;
    failedAny |= failed(readIntegers(op.get(name), values));
    op.attributes.erase(name);
    return values;
  }
  Type type(StringRef name) {
    auto attribute = dyn_cast_or_null<TypeAttr>(op.get(name));
    failedAny |= !attribute;
    op.attributes.erase(name);
    return attribute ? attribute.getValue() : Type();
  }
  bool boolean(StringRef name) {
    auto attribute = dyn_cast_or_null<BoolAttr>(op.get(name));
    failedAny |= !attribute;
    op.attributes.erase(name);
    return attribute && attribute.getValue();
  }
  bool failedOne() const { return failedAny; }

private:
  PortableOp &op;
  bool failedAny = false;
};

LogicalResult groupConvolution(PortableOp &op) {
  Taker take(op);
  int64_t inputBatch = take.integer("input_batch_dimension");
  int64_t inputFeature = take.integer("input_feature_dimension");
  auto input = take.integers("input_spatial_dimensions");
  int64_t kernelInput = take.integer("kernel_input_feature_dimension");
  int64_t kernelOutput = take.integer("kernel_output_feature_dimension");
  auto kernel = take.integers("kernel_spatial_dimensions");
  int64_t outputBatch = take.integer("output_batch_dimension");
  int64_t outputFeature = take.integer("output_feature_dimension");
  auto output = take.integers("output_spatial_dimensions");
  if (take.failedOne()) {
    return failure();
  }
  op.set("dimension_numbers",
         ConvDimensionNumbersAttr::get(op.context, inputBatch, inputFeature,
                                       input, kernelInput, kernelOutput, kernel,
                                       outputBatch, outputFeature, output));
  return success();
}

constexpr StringLiteral kAlgorithm[] = {
    "lhs_precision_type",          "rhs_precision_type",
    "accumulation_type",           "lhs_component_count",
    "rhs_component_count",         "num_primitive_operations",
    "allow_imprecise_accumulation"};

/// All seven are the none type where no algorithm was asked for.
bool hasAlgorithm(const PortableOp &op) {
  return !all_of(kAlgorithm, [&](StringRef name) {
    auto type = dyn_cast_or_null<TypeAttr>(op.get(name));
    return !op.get(name) || (type && isa<NoneType>(type.getValue()));
  });
}

LogicalResult groupDotGeneral(PortableOp &op) {
  Taker take(op);
  auto lhsBatching = take.integers("lhs_batching_dimensions");
  auto rhsBatching = take.integers("rhs_batching_dimensions");
  auto lhsContracting = take.integers("lhs_contracting_dimensions");
  auto rhsContracting = take.integers("rhs_contracting_dimensions");
  if (take.failedOne()) {
    return failure();
  }
  op.set("dot_dimension_numbers",
         DotDimensionNumbersAttr::get(op.context, lhsBatching, rhsBatching,
                                      lhsContracting, rhsContracting));
  if (!hasAlgorithm(op)) {
    for (StringRef name : kAlgorithm) {
      op.attributes.erase(name);
    }
    return success();
  }
  Type lhs = take.type("lhs_precision_type");
  Type rhs = take.type("rhs_precision_type");
  Type accumulation = take.type("accumulation_type");
  int64_t lhsCount = take.integer("lhs_component_count");
  int64_t rhsCount = take.integer("rhs_component_count");
  int64_t operations = take.integer("num_primitive_operations");
  bool allowImprecise = take.boolean("allow_imprecise_accumulation");
  if (take.failedOne()) {
    return failure();
  }
  auto algorithm = DotAlgorithmAttr::getChecked(
      [&] { return emitError(UnknownLoc::get(op.context)); }, op.context, lhs,
      rhs, accumulation, lhsCount, rhsCount, operations, allowImprecise);
  if (!algorithm) {
    return failure();
  }
  op.set("algorithm", algorithm);
  return success();
}

LogicalResult groupGather(PortableOp &op) {
  Taker take(op);
  auto offset = take.integers("offset_dims");
  auto collapsed = take.integers("collapsed_slice_dims");
  auto operandBatching = take.integers("operand_batching_dims");
  auto indicesBatching = take.integers("start_indices_batching_dims");
  auto startIndexMap = take.integers("start_index_map");
  int64_t indexVectorDim = take.integer("index_vector_dim");
  if (take.failedOne()) {
    return failure();
  }
  op.set("dimension_numbers",
         GatherDimensionNumbersAttr::get(op.context, offset, collapsed,
                                         operandBatching, indicesBatching,
                                         startIndexMap, indexVectorDim));
  return success();
}

LogicalResult groupScatter(PortableOp &op) {
  Taker take(op);
  auto updateWindow = take.integers("update_window_dims");
  auto inserted = take.integers("inserted_window_dims");
  auto inputBatching = take.integers("input_batching_dims");
  auto indicesBatching = take.integers("scatter_indices_batching_dims");
  auto toOperand = take.integers("scatter_dims_to_operand_dims");
  int64_t indexVectorDim = take.integer("index_vector_dim");
  if (take.failedOne()) {
    return failure();
  }
  op.set("scatter_dimension_numbers",
         ScatterDimensionNumbersAttr::get(op.context, updateWindow, inserted,
                                          inputBatching, indicesBatching,
                                          toOperand, indexVectorDim));
  return success();
}

LogicalResult groupChannel(PortableOp &op) {
  Taker take(op);
  int64_t handle = take.integer("channel_id");
  int64_t type = take.integer("channel_type");
  if (take.failedOne()) {
    return failure();
  }
  op.set("channel_handle", ChannelHandleAttr::get(op.context, handle, type));
  return success();
}

/// Layouts are given for all operands and results or for none.
LogicalResult groupLayouts(PortableOp &op) {
  Attribute operands = op.get("operand_layouts");
  Attribute results = op.get("result_layouts");
  if (operands && results && isEmpty(operands) && isEmpty(results)) {
    op.attributes.erase("operand_layouts");
    op.attributes.erase("result_layouts");
  }
  return success();
}

struct GroupRow {
  StringLiteral operation;
  LogicalResult (*group)(PortableOp &);
};

constexpr GroupRow kGroups[] = {
    {"convolution", groupConvolution},
    {"custom_call", groupLayouts},
    {"dot_general", groupDotGeneral},
    {"dynamic_conv", groupConvolution},
    {"dynamic_gather", groupGather},
    {"gather", groupGather},
    {"recv", groupChannel},
    {"scatter", groupScatter},
    {"send", groupChannel},
};

} // namespace

StringRef weft::stablehlo::unversionedName(StringRef name) {
  return name.take_front(name.rfind("_v"));
}

LogicalResult weft::stablehlo::convertAttributes(PortableOp &op,
                                                 std::string &error) {
  StringRef name = unversionedName(op.name);
  for (const GroupRow &row : kGroups) {
    if (row.operation == name && failed(row.group(op))) {
      error = ("'vhlo." + op.name + "' has attributes that do not fit together")
                  .str();
      return failure();
    }
  }
  const AttributeRow *row = lower_bound(
      kAttributes, name, [](const AttributeRow &row, StringRef key) {
        return row.operation < key;
      });
  for (; row != std::end(kAttributes) && row->operation == name; ++row) {
    Attribute value = op.get(row->attribute);
    if (!value) {
      continue;
    }
    FailureOr<Attribute> converted = row->rule(value);
    if (failed(converted)) {
      error = ("'vhlo." + op.name + "' has an unsuitable attribute '" +
               row->attribute + "'")
                  .str();
      return failure();
    }
    if (!*converted || !row->newName.empty()) {
      op.attributes.erase(row->attribute);
    }
    if (*converted) {
      op.set(row->newName.empty() ? row->attribute : row->newName, *converted);
    }
  }
  return success();
}
