// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations whose sizes are values of the program. Each means what its static
// counterpart means once the values are known, and fails where that would not
// verify: hence none is speculatable unless all it depends on is constant.

#ifndef WEFT_STABLEHLO_IR_DYNAMIC
#define WEFT_STABLEHLO_IR_DYNAMIC

include "weft/StableHLO/IR/Attributes.td"

def StableHLO_DynamicBroadcastInDimOp : StableHLO_Op<"dynamic_broadcast_in_dim", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStaticAndShapeConstant]> {
  let summary = "broadcast_in_dim to a shape known at run time";
  let description = [{
    The result has the shape `output_dimensions`. Dimensions of the operand that
    surely do or do not grow may be listed in `known_expanding_dimensions` and
    `known_nonexpanding_dimensions`.

    ```mlir
    %0 = stablehlo.dynamic_broadcast_in_dim %operand, %shape, dims = [2, 1]
      : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_TensorOrPerAxisQuantizedTensor:$operand,
    StableHLO_StaticDimensionTensor:$output_dimensions,
    DenseI64ArrayAttr:$broadcast_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions
  );
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicConvOp : StableHLO_Op<"dynamic_conv", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStaticAndShapeConstant]> {
  let summary = "convolution with padding known at run time";
  let description = [{
    Row i of `padding` holds the low and high padding of spatial dimension i.

    ```mlir
    %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
      batch_group_count = 1 : i64,
      dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
      feature_group_count = 1 : i64, window_strides = array<i64: 4, 4>
    }> : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>, tensor<2x2xi64>)
      -> tensor<1x2x2x1xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_Tensor:$rhs,
    StableHLO_Static2DIntTensor:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbersAttr:$dimension_numbers,
    ConfinedAttr<I64Attr, [IntPositive]>:$feature_group_count,
    ConfinedAttr<I64Attr, [IntPositive]>:$batch_group_count,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config
  );
  let results = (outs StableHLO_Tensor:$result);
  let extraClassDeclaration = commonDeclarations # [{
    /// The window, one entry per spatial dimension, with the defaults of absent
    /// attributes filled in and no padding: that is an operand.
    ::llvm::SmallVector<::weft::stablehlo::WindowDimension> getWindow();
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicGatherOp : StableHLO_Op<"dynamic_gather", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStaticAndShapeConstant,
    StableHLO_InferType]> {
  let summary = "gather of slices whose sizes are known at run time";
  let description = [{
    ```mlir
    %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
      dimension_numbers = #stablehlo.gather<
        offset_dims = [2, 3], collapsed_slice_dims = [0],
        start_index_map = [0, 2], index_vector_dim = 2>
    }> : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_IntTensor:$start_indices,
    StableHLO_Static1DIntTensor:$slice_sizes,
    StableHLO_GatherDimensionNumbersAttr:$dimension_numbers,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted
  );
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_DynamicIotaOp : StableHLO_Op<"dynamic_iota", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStaticAndShapeConstant]> {
  let summary = "iota of a shape known at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.dynamic_iota %output_shape, dim = 0
      : (tensor<2xi64>) -> tensor<4x5xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_StaticDimensionTensor:$output_shape,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$iota_dimension
  );
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicPadOp : StableHLO_Op<"dynamic_pad", [
    NoMemoryEffect, AllElementTypesMatch<["operand", "padding_value", "result"]>,
    AllTypesMatch<["edge_padding_low", "edge_padding_high", "interior_padding"]>,
    AllRanksMatch<["operand", "result"]>]> {
  let summary = "pad with amounts known at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.dynamic_pad %operand, %padding_value, %low, %high, %interior
      : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
        -> tensor<5x9xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_ScalarTensor:$padding_value,
    StableHLO_StaticDimensionTensor:$edge_padding_low,
    StableHLO_StaticDimensionTensor:$edge_padding_high,
    StableHLO_StaticDimensionTensor:$interior_padding
  );
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_DynamicReshapeOp : StableHLO_Op<"dynamic_reshape", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStaticAndShapeConstant]> {
  let summary = "reshape to a shape known at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.dynamic_reshape %operand, %output_shape
      : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_TensorOrPerAxisQuantizedTensor:$operand,
    StableHLO_StaticDimensionTensor:$output_shape
  );
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_RealDynamicSliceOp : StableHLO_Op<"real_dynamic_slice", [
    NoMemoryEffect, AllElementTypesMatch<["operand", "result"]>,
    AllTypesMatch<["start_indices", "limit_indices", "strides"]>]> {
  let summary = "slice with bounds and strides known at run time";
  let description = [{
    ```mlir
    %0 = stablehlo.real_dynamic_slice %operand, %start, %limit, %strides
      : (tensor<256x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>)
        -> tensor<256x?xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_DimensionTensor:$start_indices,
    StableHLO_DimensionTensor:$limit_indices,
    StableHLO_DimensionTensor:$strides
  );
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_DYNAMIC
