// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that do arithmetic across elements: contractions, transforms,
// factorisations, normalisation, reductions and random numbers.

#ifndef WEFT_STABLEHLO_IR_COMPUTE
#define WEFT_STABLEHLO_IR_COMPUTE

include "weft/StableHLO/IR/Attributes.td"

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def StableHLO_DotOp : StableHLO_Op<"dot", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic]> {
  let summary = "product of vectors and matrices";
  let description = [{
    Contracts the last dimension of `lhs` with the first dimension of `rhs`;
    each operand has rank 1 or 2, so this is an inner product, a matrix-vector,
    vector-matrix or matrix-matrix product. The result's element type is free to
    be wider than that of the operands. Kept for old programs: `dot_general`
    says the same and more.

    ```mlir
    %0 = stablehlo.dot %lhs, %rhs
      : (tensor<1x2xi32>, tensor<2x1xi32>) -> tensor<1x1xi32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxisQuantizedTensor:$rhs,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config
  );
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic]> {
  let summary = "product over chosen dimensions";
  let description = [{
    For every index of the batching dimensions, and every index of the remaining
    (free) dimensions of `lhs` and `rhs`, sums the products of the elements
    along the contracting dimensions. The result's dimensions are, in this
    order: the batching dimensions, the free dimensions of `lhs`, the free
    dimensions of `rhs`. Its element type is free to be wider than the
    operands'. `precision_config` gives one hint per operand; `algorithm` fixes
    instead the types in which products and sums are formed, and how many parts
    each operand is split into.

    ```mlir
    %0 = stablehlo.dot_general %lhs, %rhs,
      batching_dims = [0] x [0], contracting_dims = [2] x [1],
      precision = [DEFAULT, HIGHEST]
      : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxisQuantizedTensor:$rhs,
    StableHLO_DotDimensionNumbersAttr:$dot_dimension_numbers,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config,
    OptionalAttr<StableHLO_DotAlgorithmAttr>:$algorithm
  );
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) ``
    custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm) attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = commonDeclarations # [{
    /// The dimensions of `lhs` that are neither batching nor contracting, ascending.
    ::llvm::SmallVector<int64_t> getLhsFreeDimensions();
    /// The dimensions of `rhs` that are neither batching nor contracting, ascending.
    ::llvm::SmallVector<int64_t> getRhsFreeDimensions();
  }];
  let hasVerifier = 1;
}

def StableHLO_ConvolutionOp : StableHLO_Op<"convolution", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic]> {
  let summary = "product of windows with a kernel";
  let description = [{
    Slides a window over the spatial dimensions of `lhs` and contracts what lies
    under it with the kernel `rhs`. `dimension_numbers` says which dimension of
    each tensor is batch, feature or spatial. `padding` (low and high, may be
    negative) and `lhs_dilation` shape the input, `rhs_dilation` and
    `window_reversal` the kernel, `window_strides` the steps.
    `feature_group_count` splits the features, `batch_group_count` the batch,
    into groups that are convolved apart. An absent window attribute means ones
    (strides, dilations), zeros (padding) or no reversal.

    ```mlir
    %0 = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [4, 4], pad = [[0, 0], [0, 0]],
                lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [0, 0]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x4x4x1xi64>, tensor<3x3x1x1xi64>) -> tensor<1x2x2x1xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxisQuantizedTensor:$rhs,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbersAttr:$dimension_numbers,
    ConfinedAttr<I64Attr, [IntPositive]>:$feature_group_count,
    ConfinedAttr<I64Attr, [IntPositive]>:$batch_group_count,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config
  );
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = [{
    `(` operands `)`
    `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` `{` custom<WindowAttributes>(
        $window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}`
    attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = commonDeclarations # [{
    /// The window, one entry per spatial dimension, with the defaults of absent
    /// attributes filled in.
    ::llvm::SmallVector<::weft::stablehlo::WindowDimension> getWindow();
  }];
  let hasVerifier = 1;
}

def StableHLO_EinsumOp : StableHLO_Op<"einsum", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic]> {
  let summary = "product written as an index equation";
  let description = [{
    Multiplies `lhs` and `rhs` as `einsum_config` says: a letter per dimension
    of each operand, and after the arrow the letters of the result; letters that
    the result lacks are summed over. Kept for old programs.

    ```mlir
    %0 = stablehlo.einsum %lhs, %rhs, config = "ab,bc->ac"
      : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_Tensor:$rhs,
    StrAttr:$einsum_config
  );
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_UnaryEinsumOp : StableHLO_Op<"unary_einsum", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic]> {
  let summary = "sums, diagonals and transposes written as an index equation";
  let description = [{
    Rearranges and sums one tensor as `einsum_config` says, with the notation of
    `einsum`. Kept for old programs.

    ```mlir
    %0 = stablehlo.unary_einsum %operand, config = "ab->a"
      : (tensor<4x16xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StrAttr:$einsum_config
  );
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Transforms and factorisations
//===----------------------------------------------------------------------===//

def StableHLO_FftOp : StableHLO_Op<"fft", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic, StableHLO_InferType]> {
  let summary = "discrete Fourier transform";
  let description = [{
    Transforms the last one to three dimensions, whose lengths in the time
    domain are `fft_length`. FFT and IFFT take complex to complex (IFFT divides
    by the number of points), RFFT takes reals and keeps the `n / 2 + 1`
    independent coefficients of the last dimension, IRFFT is its inverse and
    needs `fft_length` to know `n`.

    ```mlir
    %0 = stablehlo.fft %operand, type = RFFT, length = [9]
      : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
    ```
  }];
  let arguments = (ins
    StableHLO_FpOrComplexTensor:$operand,
    StableHLO_FftTypeAttr:$fft_type,
    DenseI64ArrayAttr:$fft_length
  );
  let results = (outs StableHLO_FpOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` custom<EnumKeyword>($fft_type) `,`
    `length` `=` $fft_length attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_CholeskyOp : StableHLO_Op<"cholesky", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_CompatibleOperandsAndResultElementType, StableHLO_InferType]> {
  let summary = "Cholesky factor of positive definite matrices";
  let description = [{
    Treats the last two dimensions of `a` as Hermitian positive definite
    matrices and produces for each its lower (`lower = true`) or upper
    triangular factor. Only that triangle of `a` is read, and the other triangle
    of the result is unspecified. A matrix that is not positive definite gives
    unspecified values, never a failure.

    ```mlir
    %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf64>
    ```
  }];
  let arguments = (ins
    StableHLO_FpComplexOrQuantizedIntTensor:$a,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$lower
  );
  let results = (outs StableHLO_FpComplexOrQuantizedIntTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict
    `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_LuOp : StableHLO_Op<"lu", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_InferType]> {
  let summary = "triangular factors of matrices whose rows are exchanged";
  let description = [{
    Not in the specification: what calls of a library for it become. Factors
    each matrix in the last two dimensions of `a`, of m x n elements, as P L U:
    L is lower triangular with a diagonal of ones, U upper triangular. Both are
    in `factors`, L below the diagonal. `pivots` are the min(m, n) exchanges
    that make P, as LAPACK has them: row k was exchanged with row pivots[k] - 1,
    which had the element of largest magnitude in column k, the first of equal
    ones. The magnitude of a complex number is the sum of those of its parts. A
    column of zeros has no factors below the diagonal.

    ```mlir
    %factors, %pivots = stablehlo.lu %a
      : (tensor<5x3x4xf64>) -> (tensor<5x3x4xf64>, tensor<5x3xi32>)
    ```
  }];
  let arguments = (ins StableHLO_FpOrComplexTensor:$a);
  let results = (outs
    StableHLO_FpOrComplexTensor:$factors,
    StableHLO_SI32Tensor:$pivots
  );
  let assemblyFormat = [{
    $a attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_TriangularSolveOp : StableHLO_Op<"triangular_solve", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_CompatibleOperandsAndResultElementType, StableHLO_InferType]> {
  let summary = "solution of triangular systems";
  let description = [{
    Solves `op(a) * x = b` (`left_side = true`) or `x * op(a) = b` for every
    pair of matrices in the last two dimensions, where `op` is chosen by
    `transpose_a`. `lower` names the triangle of `a` that is read; with
    `unit_diagonal` its diagonal counts as ones and is not read either.

    ```mlir
    %0 = "stablehlo.triangular_solve"(%a, %b) <{
      left_side = true, lower = true,
      transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false
    }> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_FpOrComplexTensor:$a,
    StableHLO_FpOrComplexTensor:$b,
    BoolAttr:$left_side,
    BoolAttr:$lower,
    BoolAttr:$unit_diagonal,
    StableHLO_TransposeAttr:$transpose_a
  );
  let results = (outs StableHLO_FpOrComplexTensor:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

// One number per feature.
def StableHLO_FeatureTensor : 1DTensorOf<[StableHLO_Float, StableHLO_QuantizedInt]>;

class StableHLO_BatchNormOp<string mnemonic> : StableHLO_Op<mnemonic, [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_CompatibleOperandsAndResultElementType, StableHLO_InferType]>;

def StableHLO_BatchNormGradOp : StableHLO_BatchNormOp<"batch_norm_grad"> {
  let summary = "gradients of batch_norm_training";
  let description = [{
    Given the inputs of a `batch_norm_training`, its statistics and the gradient
    `grad_output` of its output, produces the gradients of its operand, scale
    and offset.

    ```mlir
    %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance,
                                       %grad_output) <{
      epsilon = 0.0 : f32, feature_index = 2 : i64
    }> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>,
          tensor<2x2x2xf64>)
      -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
    ```
  }];
  let arguments = (ins
    StableHLO_FpOrQuantizedIntTensor:$operand,
    StableHLO_FeatureTensor:$scale,
    StableHLO_FeatureTensor:$mean,
    StableHLO_FeatureTensor:$variance,
    StableHLO_FpOrQuantizedIntTensor:$grad_output,
    F32Attr:$epsilon,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$feature_index
  );
  let results = (outs
    StableHLO_FpOrQuantizedIntTensor:$grad_operand,
    StableHLO_FeatureTensor:$grad_scale,
    StableHLO_FeatureTensor:$grad_offset
  );
  let hasVerifier = 1;
}

def StableHLO_BatchNormInferenceOp : StableHLO_BatchNormOp<"batch_norm_inference"> {
  let summary = "normalisation with given statistics";
  let description = [{
    For every feature along `feature_index`: `(operand - mean) / sqrt(variance +
    epsilon) * scale + offset`.

    ```mlir
    %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean,
                                          %variance) <{
      epsilon = 0.0 : f32, feature_index = 2 : i64
    }> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>,
          tensor<2xf64>) -> tensor<2x2x2xf64>
    ```
  }];
  let arguments = (ins
    StableHLO_FpOrQuantizedIntTensor:$operand,
    StableHLO_FeatureTensor:$scale,
    StableHLO_FeatureTensor:$offset,
    StableHLO_FeatureTensor:$mean,
    StableHLO_FeatureTensor:$variance,
    F32Attr:$epsilon,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$feature_index
  );
  let results = (outs StableHLO_FpOrQuantizedIntTensor:$result);
  let hasVerifier = 1;
}

def StableHLO_BatchNormTrainingOp : StableHLO_BatchNormOp<"batch_norm_training"> {
  let summary = "normalisation with the batch's own statistics";
  let description = [{
    Computes, for every feature along `feature_index`, mean and (population)
    variance over all other dimensions, then normalises as
    `batch_norm_inference` does. The statistics are results too.

    ```mlir
    %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
      epsilon = 0.0 : f32, feature_index = 2 : i64
    }> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
      -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
    ```
  }];
  let arguments = (ins
    StableHLO_FpOrQuantizedIntTensor:$operand,
    StableHLO_FeatureTensor:$scale,
    StableHLO_FeatureTensor:$offset,
    F32Attr:$epsilon,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$feature_index
  );
  let results = (outs
    StableHLO_FpOrQuantizedIntTensor:$output,
    StableHLO_FeatureTensor:$batch_mean,
    StableHLO_FeatureTensor:$batch_var
  );
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def StableHLO_ReduceOp : StableHLO_Op<"reduce", [
    RecursiveMemoryEffects, StableHLO_SpeculatableIfInputsStatic,
    SameVariadicOperandSize, SingleBlockImplicitTerminator<"ReturnOp">,
    StableHLO_InferType]> {
  let summary = "folds dimensions away with a function";
  let description = [{
    Combines, with `body`, all elements of the inputs that differ only in
    `dimensions`, together with the init values, which may enter any number of
    times. N inputs and N init values are reduced jointly: `body` takes N
    accumulated and N new scalars and returns N. The order of combination is
    free.

    When the body is one commutative operation of this dialect on exactly its
    arguments, the short form is printed:

    ```mlir
    %0 = stablehlo.reduce(%input init: %zero) applies stablehlo.add
      across dimensions = [1]
      : (tensor<1x6xi64>, tensor<i64>) -> tensor<1xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    Variadic<StableHLO_Tensor>:$init_values,
    DenseI64ArrayAttr:$dimensions
  );
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def StableHLO_ReduceWindowOp : StableHLO_Op<"reduce_window", [
    RecursiveMemoryEffects, StableHLO_SpeculatableIfInputsStatic,
    SameVariadicOperandSize, SingleBlockImplicitTerminator<"ReturnOp">,
    StableHLO_InferType]> {
  let summary = "folds sliding windows with a function";
  let description = [{
    Slides a window of `window_dimensions` over the inputs, which are first
    dilated by `base_dilations` and padded by `padding`, and reduces with `body`
    the elements under each position, starting from the init values: what
    dilation and padding put in takes no part. `window_strides` is
    the step between positions and `window_dilations` the distance between the
    elements of a window. An absent attribute means ones, for padding zeros.

    ```mlir
    %0 = "stablehlo.reduce_window"(%input, %init) <{
      window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>,
      padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
    }> ({
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %1 = stablehlo.add %a, %b : tensor<i64>
        stablehlo.return %1 : tensor<i64>
    }) : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    Variadic<StableHLO_Tensor>:$init_values,
    DenseI64ArrayAttr:$window_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
    OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
    OptionalAttr<I64ElementsAttr>:$padding
  );
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let extraClassDeclaration = commonDeclarations # [{
    /// The window, one entry per dimension, with the defaults of absent
    /// attributes filled in.
    ::llvm::SmallVector<::weft::stablehlo::WindowDimension> getWindow();
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

// The generator that `rng` advances.
def StableHLO_RandomResource : Resource<"::weft::stablehlo::effects::RandomResource">;

def StableHLO_RngOp : StableHLO_Op<"rng", [
    MemoryEffects<[MemRead<StableHLO_RandomResource>,
                   MemWrite<StableHLO_RandomResource>]>,
    AllElementTypesMatch<["a", "b", "result"]>, StableHLO_InferType]> {
  let summary = "random numbers from a hidden state";
  let description = [{
    Fills a tensor of the given `shape` with numbers drawn uniformly from `[a,
    b)` or normally with mean `a` and standard deviation `b`. The generator and
    its state belong to the implementation, so two executions may differ;
    `rng_bit_generator` is the reproducible one.

    ```mlir
    %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL
      : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x3xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_ScalarPredIntOrFpTensor:$a,
    StableHLO_ScalarPredIntOrFpTensor:$b,
    StableHLO_StaticDimensionTensor:$shape,
    StableHLO_RngDistributionAttr:$rng_distribution
  );
  let results = (outs StableHLO_PredIntOrFpTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,`
    `distribution` `=` custom<EnumKeyword>($rng_distribution) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_RngBitGeneratorOp : StableHLO_Op<"rng_bit_generator", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic]> {
  let summary = "random bits from a given state";
  let description = [{
    Fills `output` with uniformly distributed bits made from `initial_state` by
    `rng_algorithm`, and produces the state to go on from. The same state gives
    the same bits. DEFAULT leaves the algorithm to the implementation.

    ```mlir
    %output_state, %output = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY
      : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
    ```
  }];
  let arguments = (ins
    StableHLO_RngAlgorithmAttr:$rng_algorithm,
    StableHLO_IntOrFpTensor:$initial_state
  );
  let results = (outs
    StableHLO_IntOrFpTensor:$output_state,
    StableHLO_StaticShapeIntOrFpTensor:$output
  );
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` custom<EnumKeyword>($rng_algorithm) attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_COMPUTE
