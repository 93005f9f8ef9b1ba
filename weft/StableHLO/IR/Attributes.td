// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes with several fields.

#ifndef WEFT_STABLEHLO_IR_ATTRIBUTES
#define WEFT_STABLEHLO_IR_ATTRIBUTES

include "mlir/IR/TensorEncoding.td"
include "weft/StableHLO/IR/Base.td"
include "weft/StableHLO/IR/Enums.td"
include "weft/StableHLO/IR/Types.td"

class StableHLO_Attr<string name, string attributeMnemonic, list<Trait> traits = []> :
    AttrDef<StableHLO_Dialect, name, traits> {
  let mnemonic = attributeMnemonic;
}

// A list of dimension numbers or sizes, `[0, 2, ?]`.
def StableHLO_Dims : ArrayRefParameter<"int64_t", "dimensions"> {
  let parser = "::weft::stablehlo::parseDimSizes($_parser)";
  let printer = "::weft::stablehlo::printDimSizes($_printer, $_self)";
}

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

def StableHLO_ScatterDimensionNumbersAttr :
    StableHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how the dimensions of inputs, indices and updates of a scatter correspond";
  let parameters = (ins
    StableHLO_Dims:$updateWindowDims,
    StableHLO_Dims:$insertedWindowDims,
    StableHLO_Dims:$inputBatchingDims,
    StableHLO_Dims:$scatterIndicesBatchingDims,
    StableHLO_Dims:$scatterDimsToOperandDims,
    "int64_t":$indexVectorDim
  );
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_GatherDimensionNumbersAttr :
    StableHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "how the dimensions of operand, indices and result of a gather correspond";
  let parameters = (ins
    StableHLO_Dims:$offsetDims,
    StableHLO_Dims:$collapsedSliceDims,
    StableHLO_Dims:$operandBatchingDims,
    StableHLO_Dims:$startIndicesBatchingDims,
    StableHLO_Dims:$startIndexMap,
    "int64_t":$indexVectorDim
  );
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_DotDimensionNumbersAttr :
    StableHLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "which dimensions a dot pairs, and which of them it sums over";
  let parameters = (ins
    StableHLO_Dims:$lhsBatchingDimensions,
    StableHLO_Dims:$rhsBatchingDimensions,
    StableHLO_Dims:$lhsContractingDimensions,
    StableHLO_Dims:$rhsContractingDimensions
  );
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ConvDimensionNumbersAttr :
    StableHLO_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "the role of each dimension of a convolution's input, kernel and output";
  let description = [{
    Written `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: per dimension, `b` batch,
    `f` feature, `i` and `o` input and output feature of the kernel, or the
    number of the spatial dimension. A longer form with named fields is read too.
  }];
  let parameters = (ins
    "int64_t":$inputBatchDimension,
    "int64_t":$inputFeatureDimension,
    StableHLO_Dims:$inputSpatialDimensions,
    "int64_t":$kernelInputFeatureDimension,
    "int64_t":$kernelOutputFeatureDimension,
    StableHLO_Dims:$kernelSpatialDimensions,
    "int64_t":$outputBatchDimension,
    "int64_t":$outputFeatureDimension,
    StableHLO_Dims:$outputSpatialDimensions
  );
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Numerics
//===----------------------------------------------------------------------===//

def StableHLO_DotAlgorithmAttr : StableHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "the arithmetic a dot must use: input precision, components, accumulator";
  let parameters = (ins
    "::mlir::Type":$lhsPrecisionType,
    "::mlir::Type":$rhsPrecisionType,
    "::mlir::Type":$accumulationType,
    "int64_t":$lhsComponentCount,
    "int64_t":$rhsComponentCount,
    "int64_t":$numPrimitiveOperations,
    "bool":$allowImpreciseAccumulation
  );
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhsPrecisionType
    `,` `rhs_precision_type` `=` $rhsPrecisionType
    `,` `accumulation_type` `=` $accumulationType
    `,` `lhs_component_count` `=` $lhsComponentCount
    `,` `rhs_component_count` `=` $rhsComponentCount
    `,` `num_primitive_operations` `=` $numPrimitiveOperations
    `,` `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`
  }];
  let genVerifyDecl = 1;
}

def StableHLO_ResultAccuracyAttr : StableHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "the error a transcendental function may have";
  let description = [{
    With mode TOLERANCE the result may differ from the exact one by
    `atol + rtol * |exact| + ulps` units in the last place; with the other modes
    the three numbers are zero.
  }];
  let parameters = (ins
    APFloatParameter<"absolute tolerance">:$atol,
    APFloatParameter<"relative tolerance">:$rtol,
    "int64_t":$ulps,
    "::weft::stablehlo::ResultAccuracyModeAttr":$mode
  );
  let builders = [
    AttrBuilder<(ins CArg<"::weft::stablehlo::ResultAccuracyMode",
                          "::weft::stablehlo::ResultAccuracyMode::DEFAULT">:$mode)>
  ];
  let constBuilderCall =
      "::weft::stablehlo::ResultAccuracyAttr::get($_builder.getContext(), $0)";
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

// As an operation's argument: absent means the default mode.
def StableHLO_OptionalResultAccuracy : DefaultValuedOptionalAttr<
    StableHLO_ResultAccuracyAttr, "::weft::stablehlo::ResultAccuracyMode::DEFAULT">;

//===----------------------------------------------------------------------===//
// Types and memory
//===----------------------------------------------------------------------===//

def StableHLO_TypeExtensionsAttr :
    StableHLO_Attr<"TypeExtensions", "type_extensions",
                   [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "the encoding of a tensor type whose dynamic dimensions have bounds";
  let description = [{
    One entry per dimension: the largest size a dynamic dimension may take, or
    `?` (`ShapedType::kDynamic`) where no bound is known and for static
    dimensions. Printed `#stablehlo.bounds<?, 4>`.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$bounds);
  let assemblyFormat = "`<` `bounds` `=` ` ` custom<DimSizes>($bounds) `>`";
}

def StableHLO_OutputOperandAliasAttr :
    StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a custom call's result that shares the buffer of an operand";
  let description = [{
    The index lists descend into tuples and are empty where the value is none.
  }];
  let parameters = (ins
    StableHLO_Dims:$outputTupleIndices,
    "int64_t":$operandIndex,
    StableHLO_Dims:$operandTupleIndices
  );
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $outputTupleIndices
    `,` `operand_index` `=` $operandIndex
    `,` `operand_tuple_indices` `=` $operandTupleIndices `>`
  }];
}

class StableHLO_1DIndexTensorAttrBase<string description> : Attr<
    And<[IndexElementsAttr.predicate,
         CPred<"::llvm::cast<::mlir::DenseIntElementsAttr>($_self).getType().getRank() == 1">]>,
    description> {
  let storageType = IndexElementsAttr.storageType;
  let returnType = IndexElementsAttr.returnType;
  let convertFromStorage = IndexElementsAttr.convertFromStorage;
}
def StableHLO_1DIndexTensorAttr :
    StableHLO_1DIndexTensorAttrBase<"A 1D tensor of index type">;
// A layout lists the dimensions of a tensor, fastest first.
def StableHLO_LayoutAttr :
    StableHLO_1DIndexTensorAttrBase<"A 1D tensor of index type (layout)">;
def StableHLO_ArrayOfLayoutAttr : TypedArrayAttrBase<StableHLO_LayoutAttr,
    "Array of layout (1D tensor of index type) attributes">;
// The tiles of one value, outermost first, and those of several.
def StableHLO_TilingAttr : TypedArrayAttrBase<StableHLO_1DIndexTensorAttr,
    "TpuTiling (array of rank 1 tensors)">;
def StableHLO_ArrayOfTilingAttr : TypedArrayAttrBase<StableHLO_TilingAttr,
    "Array of tiling attributes">;

def StableHLO_FlatSymbolRefArrayAttr :
    TypedArrayAttrBase<FlatSymbolRefAttr, "flat symbol ref array attribute"> {
  let constBuilderCall = "::mlir::ArrayAttr::get($_builder.getContext(), $0)";
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

def StableHLO_ChannelHandleAttr : StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "identifies the transfers that belong together";
  let description = [{
    A handle that is not positive means no channel. The type says who
    communicates: 0 unspecified, 1 device to device, 2 device to host, 3 host to
    device.
  }];
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_SubAxisInfoAttr : StableHLO_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "a part of a mesh axis: its size, and the product of the sizes before it";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def StableHLO_AxisRefAttr : StableHLO_Attr<"AxisRef", "axis_ref"> {
  let summary = "a mesh axis by name, or a part of one";
  let parameters = (ins
    StringRefParameter<"name of the axis">:$name,
    OptionalParameter<"::weft::stablehlo::SubAxisInfoAttr",
                      "which part of the axis, if not all">:$sub_axis_info
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_MeshAxisAttr : StableHLO_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "an axis of a mesh";
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_MeshAttr : StableHLO_Attr<"Mesh", "mesh"> {
  let summary = "devices arranged in a grid with named axes";
  let description = "Without `device_ids` the devices are 0, 1, 2, ... in row-major order.";
  let parameters = (ins
    ArrayRefParameter<"::weft::stablehlo::MeshAxisAttr">:$axes,
    OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids
  );
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]` (`,` `device_ids` `` `=` `` $device_ids^)? `>`
  }];
}

def StableHLO_ReplicaGroupMeshAxesAttr :
    StableHLO_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes",
                   [DeclareAttrInterfaceMethods<SymbolUserAttrInterface>]> {
  let summary = "replica groups as axes of a mesh: devices that differ only there form a group";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

// What collectives take: a matrix with a group per row, or axes of a mesh.
def StableHLO_ReplicaGroupsAttr :
    AnyAttrOf<[I64ElementsAttr, StableHLO_ReplicaGroupMeshAxesAttr]>;

#endif // WEFT_STABLEHLO_IR_ATTRIBUTES
