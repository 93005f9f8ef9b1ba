// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that move elements without computing with them, or with a function
// the program supplies; and those on tuples and tokens.

#ifndef WEFT_STABLEHLO_IR_MOVEMENT
#define WEFT_STABLEHLO_IR_MOVEMENT

include "weft/StableHLO/IR/Attributes.td"

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def StableHLO_BroadcastOp : StableHLO_Op<"broadcast", [
    Pure, SameOperandsAndResultElementType, StableHLO_InferType]> {
  let summary = "the operand repeated along new leading dimensions";
  let description = [{
    Older than `broadcast_in_dim`, which can express it.

    ```mlir
    %0 = stablehlo.broadcast %operand, sizes = [1, 2] : (tensor<3xi32>) -> tensor<1x2x3xi32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_BroadcastInDimOp : StableHLO_Op<"broadcast_in_dim", [
    StableHLO_CompatibleOperandsAndResultElementType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "the operand repeated along new dimensions and those of size one";
  let description = [{
    Dimension d of the operand becomes dimension `broadcast_dimensions[d]` of the
    result; where the operand's size is one, its only element serves for all.

    ```mlir
    %0 = stablehlo.broadcast_in_dim %operand, dims = [2, 1] : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
    ```
  }];
  let arguments = (ins StableHLO_TensorOrPerAxisQuantizedTensor:$operand,
                       DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs
    StableHLO_StaticOrSingleBoundedShapeTensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ReshapeOp : StableHLO_Op<"reshape", [
    StableHLO_CompatibleOperandsAndResultElementType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "the same elements, in row-major order, in another shape";
  let description = [{
    ```mlir
    %0 = stablehlo.reshape %operand : (tensor<2xf32>) -> tensor<1x2xf32>
    ```
  }];
  let arguments = (ins StableHLO_TensorOrPerAxisQuantizedTensor:$operand);
  let results = (outs
    StableHLO_StaticOrSingleBoundedShapeTensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_TransposeOp : StableHLO_Op<"transpose", [
    StableHLO_CompatibleOperandsAndResultElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "dimensions in another order";
  let description = [{
    Dimension d of the result is dimension `permutation[d]` of the operand.

    ```mlir
    %0 = stablehlo.transpose %operand, dims = [2, 1, 0] : (tensor<1x2x3xi32>) -> tensor<3x2x1xi32>
    ```
  }];
  let arguments = (ins StableHLO_TensorOrPerAxisQuantizedTensor:$operand,
                       DenseI64ArrayAttr:$permutation);
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ReverseOp : StableHLO_Op<"reverse", [
    SameOperandsAndResultElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfResultDimsKnown, NoMemoryEffect]> {
  let summary = "elements in opposite order along some dimensions";
  let description = [{
    ```mlir
    %0 = stablehlo.reverse %operand, dims = [1] : tensor<3x2xi32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions
      attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_GetDimensionSizeOp : StableHLO_Op<"get_dimension_size", [
    Pure, StableHLO_InferType]> {
  let summary = "the size of a dimension";
  let description = [{
    ```mlir
    %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x?xi64>) -> tensor<i32>
    ```
  }];
  let arguments = (ins StableHLO_TensorOrPerAxisQuantizedTensor:$operand,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs StableHLO_SI32Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_SetDimensionSizeOp : StableHLO_Op<"set_dimension_size", [
    StableHLO_InferType, StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "the operand with a dimension cut to a size given at run time";
  let description = [{
    The dimension of the result is dynamic, bounded by the operand's size, unless
    `size` is a constant. Elements beyond the new size are gone.

    ```mlir
    %0 = stablehlo.set_dimension_size %operand, %size, dim = 0
        : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_SI32Tensor:$size,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict
      `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

def StableHLO_ConcatenateOp : StableHLO_Op<"concatenate", [
    SameOperandsAndResultElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "tensors put one after another along a dimension";
  let description = [{
    ```mlir
    %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<3x2xi64>, tensor<1x2xi64>) -> tensor<4x2xi64>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_SliceOp : StableHLO_Op<"slice", [
    SameOperandsAndResultElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfResultDimsKnown, NoMemoryEffect]> {
  let summary = "every stride-th element between two places";
  let description = [{
    Per dimension `start:limit:stride`, the limit excluded, the stride left out
    where it is one.

    ```mlir
    %0 = stablehlo.slice %operand [1:3, 4:8:2] : (tensor<3x8xi64>) -> tensor<2x2xi64>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       DenseI64ArrayAttr:$start_indices,
                       DenseI64ArrayAttr:$limit_indices,
                       DenseI64ArrayAttr:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicSliceOp : StableHLO_Op<"dynamic_slice", [
    Pure, AllElementTypesMatch<["operand", "result"]>, StableHLO_InferType]> {
  let summary = "a slice of fixed size at a place given at run time";
  let description = [{
    Starts beyond the range in which the slice fits are moved to its nearest end.

    ```mlir
    %0 = stablehlo.dynamic_slice %operand, %i, %j, sizes = [2, 2]
        : (tensor<4x4xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       Variadic<StableHLO_ScalarIntTensor>:$start_indices,
                       DenseI64ArrayAttr:$slice_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` custom<VariadicOperandWithAttribute>($start_indices)
      `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicUpdateSliceOp : StableHLO_Op<"dynamic_update_slice", [
    Pure, AllElementTypesMatch<["operand", "update", "result"]>,
    StableHLO_InferType]> {
  let summary = "the operand with a slice replaced, at a place given at run time";
  let description = [{
    Starts are moved as by `dynamic_slice`.

    ```mlir
    %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %j
        : (tensor<4x4xi32>, tensor<2x2xi32>, tensor<i64>, tensor<i64>) -> tensor<4x4xi32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$update,
                       Variadic<StableHLO_ScalarIntTensor>:$start_indices);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_PadOp : StableHLO_Op<"pad", [
    SameOperandsAndResultElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfResultDimsKnown, NoMemoryEffect]> {
  let summary = "the operand with a value put around and between its elements";
  let description = [{
    Negative padding at an edge removes elements, after those in between have
    been inserted.

    ```mlir
    %0 = stablehlo.pad %operand, %value, low = [0, 1], high = [2, 1], interior = [1, 2]
        : (tensor<2x3xi32>, tensor<i32>) -> tensor<5x9xi32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand,
                       StableHLO_ScalarTensor:$padding_value,
                       DenseI64ArrayAttr:$edge_padding_low,
                       DenseI64ArrayAttr:$edge_padding_high,
                       DenseI64ArrayAttr:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,`
      `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// By index
//===----------------------------------------------------------------------===//

def StableHLO_GatherOp : StableHLO_Op<"gather", [
    AllElementTypesMatch<["operand", "result"]>, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "slices of the operand at places given by a tensor of indices";
  let description = [{
    Each index vector, laid along `index_vector_dim` of `start_indices`, is the
    start of a slice of `slice_sizes`, its components belonging to the dimensions
    `start_index_map` names; starts are moved until the slice fits. Slices lie
    along `offset_dims` of the result, without `collapsed_slice_dims` and
    `operand_batching_dims`; the other dimensions of the result are those of
    the indices. Batching dimensions select the same place in operand and
    indices.

    ```mlir
    %0 = "stablehlo.gather"(%operand, %start_indices) <{
      dimension_numbers = #stablehlo.gather<offset_dims = [2],
        collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>,
      indices_are_sorted = false, slice_sizes = array<i64: 1, 5>
    }> : (tensor<8x5xf32>, tensor<2x3x1xi64>) -> tensor<2x3x5xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_IntTensor:$start_indices,
    StableHLO_GatherDimensionNumbersAttr:$dimension_numbers,
    DenseI64ArrayAttr:$slice_sizes,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted
  );
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_ScatterOp : StableHLO_Op<"scatter", [
    SameVariadicOperandSize, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, RecursiveMemoryEffects]> {
  let summary = "the inputs with updates combined in at places given by indices";
  let description = [{
    The inverse of `gather`: each element of the updates has a place in the
    inputs, where `update_computation` combines what is there with it. A window
    of the updates that does not lie within the inputs is skipped. The order in
    which updates meet at one place is the implementation's, unless
    `unique_indices` promises they never do.

    ```mlir
    %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
      scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
        index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false
    }> ({
      ^bb0(%old: tensor<f32>, %new: tensor<f32>):
        %1 = stablehlo.add %old, %new : tensor<f32>
        stablehlo.return %1 : tensor<f32>
    }) : (tensor<8x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<8x5xf32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    RankedTensorOf<[AnyInteger, Index]>:$scatter_indices,
    Variadic<StableHLO_Tensor>:$updates,
    StableHLO_ScatterDimensionNumbersAttr:$scatter_dimension_numbers,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices
  );
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_TorchIndexSelectOp : StableHLO_Op<"torch_index_select", [Pure]> {
  let summary = "slices of the operand along one dimension, by index";
  let description = [{
    The first `batch_dims` dimensions of operand and index are walked together.
    Not in the specification; kept because programs contain it.

    ```mlir
    %0 = "stablehlo.torch_index_select"(%operand, %index) <{dim = 2 : i64, batch_dims = 1 : i64}>
        : (tensor<8x128x3072x64xf32>, tensor<8x16x1024xi32>) -> tensor<8x128x16x1024x64xf32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$index,
                       I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// With a function of the program
//===----------------------------------------------------------------------===//

def StableHLO_MapOp : StableHLO_Op<"map", [
    SameOperandsAndResultShape, StableHLO_InferType,
    SingleBlockImplicitTerminator<"ReturnOp">,
    StableHLO_SpeculatableIfInputsStatic, RecursiveMemoryEffects]> {
  let summary = "a function of scalars applied to elements at the same place";
  let description = [{
    `dimensions` lists all dimensions in order.

    ```mlir
    %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%x: tensor<i64>, %y: tensor<i64>):
        %1 = stablehlo.multiply %x, %y : tensor<i64>
        stablehlo.return %1 : tensor<i64>
    }) : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_SortOp : StableHLO_Op<"sort", [
    SameOperandsAndResultShape, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, RecursiveMemoryEffects]> {
  let summary = "rows of one or more tensors put in the order a comparator defines";
  let description = [{
    Along `dimension` (negative: from the last), all inputs are permuted alike,
    so that `comparator` holds of no element and one before it. `is_stable` keeps
    the order of those it does not tell apart.

    ```mlir
    %0 = "stablehlo.sort"(%input) <{dimension = 0 : i64, is_stable = true}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %1 = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
    }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable
  );
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_SelectAndScatterOp : StableHLO_Op<"select_and_scatter", [
    StableHLO_InferType, StableHLO_SpeculatableIfResultDimsKnown,
    RecursiveMemoryEffects]> {
  let summary = "each source element sent to the place its window selects";
  let description = [{
    In every window of the operand, `select` finds one place as a reduction
    would; `scatter` combines the source element of that window into the result
    there. Places no window selects hold `init_value`. The gradient of a pooling.

    ```mlir
    %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{
      window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
      padding = dense<0> : tensor<2x2xi64>
    }> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
    }, {
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_Tensor:$source,
    StableHLO_Tensor:$init_value,
    OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding
  );
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs StableHLO_Tensor:$result);
  let extraClassDeclaration = commonDeclarations # [{
    /// The window, one entry per dimension of the operand, with defaults filled in.
    ::llvm::SmallVector<::weft::stablehlo::WindowDimension> getWindow();
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tuples and tokens
//===----------------------------------------------------------------------===//

def StableHLO_TupleOp : StableHLO_Op<"tuple", [Pure, StableHLO_InferType]> {
  let summary = "values bound into one";
  let description = [{
    ```mlir
    %0 = stablehlo.tuple %a, %b : tuple<tensor<2xf64>, tuple<tensor<i64>>>
    ```
  }];
  let arguments = (ins Variadic<
    StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer>:$val);
  let results = (outs StableHLO_Tuple:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))";
  let hasVerifier = 1;
}

def StableHLO_GetTupleElementOp : StableHLO_Op<"get_tuple_element", [
    Pure, StableHLO_InferType]> {
  let summary = "one of the values of a tuple";
  let description = [{
    ```mlir
    %0 = stablehlo.get_tuple_element %operand[1] : (tuple<tensor<2xf64>, tensor<i64>>) -> tensor<i64>
    ```
  }];
  let arguments = (ins StableHLO_Tuple:$operand,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs
    StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_CreateTokenOp : StableHLO_Op<"create_token", [
    Pure, StableHLO_InferType]> {
  let summary = "a token nothing precedes";
  let description = [{
    `after_all` without operands, in an older spelling.

    ```mlir
    %0 = stablehlo.create_token : !stablehlo.token
    ```
  }];
  let results = (outs StableHLO_Token:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_AfterAllOp : StableHLO_Op<"after_all", [Pure, StableHLO_InferType]> {
  let summary = "a token that follows all given ones";
  let description = [{
    ```mlir
    %0 = stablehlo.after_all %a, %b : !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Token>:$inputs);
  let results = (outs StableHLO_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict
      `:` custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))
  }];
}

def StableHLO_OptimizationBarrierOp : StableHLO_Op<"optimization_barrier", [
    Pure, StableHLO_PairwiseSameOperandAndResultType, StableHLO_InferType]> {
  let summary = "yields its operands, all computed before any result is used";
  let description = [{
    Nothing moves across it and no operand is recomputed behind it.

    ```mlir
    %0:2 = stablehlo.optimization_barrier %a, %b : tensor<f32>, tensor<f32>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_TensorOrToken>:$operand);
  let results = (outs Variadic<StableHLO_TensorOrToken>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?
  }];
}

#endif // WEFT_STABLEHLO_IR_MOVEMENT
