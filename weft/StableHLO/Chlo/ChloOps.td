// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_STABLEHLO_CHLO_CHLOOPS_TD
#define WEFT_STABLEHLO_CHLO_CHLOOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/StableHLO/Chlo/ChloAttributes.td"
include "weft/StableHLO/IR/Base.td"

// Front ends also use tensors of unknown rank here; the expansion refuses them.
def Chlo_Tensor : TensorOf<StableHLO_Elements>;
def Chlo_PredTensor : TensorOf<[StableHLO_Pred]>;
def Chlo_FpTensor : TensorOf<[StableHLO_Float]>;
def Chlo_ComplexTensor : TensorOf<[StableHLO_Complex]>;
def Chlo_FpOrComplexTensor : TensorOf<[StableHLO_Float, StableHLO_Complex]>;
def Chlo_PredOrIntTensor : TensorOf<[StableHLO_Pred, StableHLO_Int]>;

class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Chlo_Dialect, mnemonic, traits> {
  string commonDeclarations = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::weft::stablehlo::areCompatibleTypes(inferred, actual);
    }
  }];
  let extraClassDeclaration = commonDeclarations;
}

//===-- Broadcasting operations --------------------------------------------===//

// The operands are first brought to a common shape: missing leading dimensions
// and dimensions of size 1 are repeated. With `broadcast_dimensions`, dimension i
// of the operand of lower rank is dimension broadcast_dimensions[i] of the other.
// `element` is the result's element type as a C++ expression of `type`, the left
// operand's element type.
class Chlo_BroadcastOp<string mnemonic, list<Trait> traits,
                       Type operandType = Chlo_Tensor,
                       Type resultType = operandType, string element = "type">
    : Chlo_Op<mnemonic, [Pure, InferTypeOpInterface] # traits> {
  let summary = "broadcasts, then does what the StableHLO operation does";
  let arguments = (ins operandType:$lhs, operandType:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)
  }];
  let extraClassDeclaration = commonDeclarations # [{
    static ::llvm::LogicalResult
    inferReturnTypes(::mlir::MLIRContext *, std::optional<::mlir::Location> location,
                     ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
                     ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
                     ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      Adaptor adaptor(operands, attributes, properties, regions);
      ::mlir::Type type = ::mlir::getElementTypeOrSelf(operands[0]);
      return ::weft::chlo::inferBroadcastType(
          location, operands.getTypes(), adaptor.getBroadcastDimensions(),
          }] # element # [{, inferred);
    }
  }];
}

defvar Chlo_SameElementType = [SameOperandsAndResultElementType];
defvar Chlo_QuantizedElementType = [StableHLO_CompatibleOperandsAndResultElementType];

def Chlo_BroadcastAddOp : Chlo_BroadcastOp<"broadcast_add", Chlo_QuantizedElementType>;
def Chlo_BroadcastAndOp : Chlo_BroadcastOp<"broadcast_and", [], Chlo_PredOrIntTensor>;
def Chlo_BroadcastAtan2Op : Chlo_BroadcastOp<"broadcast_atan2", Chlo_SameElementType>;
def Chlo_BroadcastDivideOp : Chlo_BroadcastOp<"broadcast_divide", Chlo_SameElementType>;
def Chlo_BroadcastMaximumOp
    : Chlo_BroadcastOp<"broadcast_maximum", Chlo_QuantizedElementType>;
def Chlo_BroadcastMinimumOp
    : Chlo_BroadcastOp<"broadcast_minimum", Chlo_QuantizedElementType>;
def Chlo_BroadcastMultiplyOp
    : Chlo_BroadcastOp<"broadcast_multiply", Chlo_SameElementType>;
def Chlo_BroadcastNextAfterOp
    : Chlo_BroadcastOp<"broadcast_next_after", Chlo_SameElementType>;
def Chlo_BroadcastOrOp : Chlo_BroadcastOp<"broadcast_or", [], Chlo_PredOrIntTensor>;
def Chlo_BroadcastPolygammaOp
    : Chlo_BroadcastOp<"broadcast_polygamma", Chlo_SameElementType>;
def Chlo_BroadcastPowerOp : Chlo_BroadcastOp<"broadcast_power", Chlo_SameElementType>;
def Chlo_BroadcastRemainderOp
    : Chlo_BroadcastOp<"broadcast_remainder", Chlo_SameElementType>;
def Chlo_BroadcastShiftLeftOp
    : Chlo_BroadcastOp<"broadcast_shift_left", Chlo_SameElementType>;
def Chlo_BroadcastShiftRightArithmeticOp
    : Chlo_BroadcastOp<"broadcast_shift_right_arithmetic", Chlo_SameElementType>;
def Chlo_BroadcastShiftRightLogicalOp
    : Chlo_BroadcastOp<"broadcast_shift_right_logical", Chlo_SameElementType>;
def Chlo_BroadcastSubtractOp
    : Chlo_BroadcastOp<"broadcast_subtract", Chlo_SameElementType>;
def Chlo_BroadcastXorOp : Chlo_BroadcastOp<"broadcast_xor", [], Chlo_PredOrIntTensor>;
def Chlo_BroadcastZetaOp
    : Chlo_BroadcastOp<"broadcast_zeta", Chlo_SameElementType, Chlo_FpTensor>;
def Chlo_BroadcastComplexOp
    : Chlo_BroadcastOp<"broadcast_complex", [], Chlo_FpTensor, Chlo_ComplexTensor,
                       "::mlir::ComplexType::get(type)">;

def Chlo_BroadcastCompareOp
    : Chlo_BroadcastOp<"broadcast_compare", [], Chlo_Tensor, Chlo_PredTensor,
                       "::mlir::IntegerType::get(type.getContext(), 1)"> {
  let arguments = (ins Chlo_Tensor:$lhs, Chlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
}

def Chlo_BroadcastSelectOp
    : Chlo_Op<"broadcast_select",
              [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "broadcasts three operands, then selects";
  let arguments = (ins Chlo_PredTensor:$pred, Chlo_Tensor:$on_true,
                       Chlo_Tensor:$on_false);
  let results = (outs Chlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)
  }];
}

//===-- Functions of one argument ------------------------------------------===//

class Chlo_UnaryOp<string mnemonic, string sentence, Type operandType,
                   list<Trait> traits = [StableHLO_CompatibleOperandsAndResultType],
                   Type resultType = operandType>
    : Chlo_Op<mnemonic, traits # [Pure, Elementwise, SameOperandsAndResultShape]> {
  let summary = sentence;
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

// For complex z = x + iy: sqrt(a^2 - x^2) + i arcosh(a), where
// a = (|z + 1| + |z - 1|) / 2. The four inverse functions follow from it:
//   asin(z)  = atan2(x, w.re) + i sign(y) w.im
//   acos(z)  = atan2(w.re, x) - i sign(y) w.im
//   acosh(z) = w.im + i sign(y) atan2(w.re, x)
//   asinh(z) = -i asin(iz)
def Chlo_AsinAcosKernelOp : Chlo_UnaryOp<"_asin_acos_kernel",
    "common part of the complex inverse sine and cosine", Chlo_ComplexTensor>;
def Chlo_AcosOp : Chlo_UnaryOp<"acos", "inverse cosine", Chlo_FpOrComplexTensor>;
def Chlo_AcoshOp
    : Chlo_UnaryOp<"acosh", "inverse hyperbolic cosine", Chlo_FpOrComplexTensor>;
def Chlo_AsinOp : Chlo_UnaryOp<"asin", "inverse sine", Chlo_FpOrComplexTensor>;
def Chlo_AsinhOp
    : Chlo_UnaryOp<"asinh", "inverse hyperbolic sine", Chlo_FpOrComplexTensor>;
def Chlo_AtanOp : Chlo_UnaryOp<"atan", "inverse tangent", Chlo_FpOrComplexTensor>;
def Chlo_AtanhOp
    : Chlo_UnaryOp<"atanh", "inverse hyperbolic tangent", Chlo_FpOrComplexTensor>;
def Chlo_BesselI1eOp : Chlo_UnaryOp<"bessel_i1e",
    "modified Bessel function of order 1, times exp(-|x|)", Chlo_FpOrComplexTensor>;
def Chlo_ConjOp : Chlo_UnaryOp<"conj", "complex conjugate", Chlo_FpOrComplexTensor>;
def Chlo_CoshOp : Chlo_UnaryOp<"cosh", "hyperbolic cosine", Chlo_FpOrComplexTensor>;
def Chlo_SinhOp : Chlo_UnaryOp<"sinh", "hyperbolic sine", Chlo_FpOrComplexTensor>;
def Chlo_TanOp : Chlo_UnaryOp<"tan", "tangent", Chlo_FpOrComplexTensor>;
def Chlo_DigammaOp
    : Chlo_UnaryOp<"digamma", "derivative of lgamma", Chlo_FpTensor>;
def Chlo_ErfOp : Chlo_UnaryOp<"erf", "error function", Chlo_FpTensor>;
def Chlo_ErfInvOp : Chlo_UnaryOp<"erf_inv", "inverse error function", Chlo_FpTensor>;
def Chlo_ErfcOp
    : Chlo_UnaryOp<"erfc", "complementary error function, 1 - erf", Chlo_FpTensor>;
def Chlo_LgammaOp
    : Chlo_UnaryOp<"lgamma", "logarithm of |gamma function|", Chlo_FpTensor>;
def Chlo_SquareOp : Chlo_UnaryOp<"square", "square", Chlo_FpOrComplexTensor>;

class Chlo_PredicateOp<string mnemonic, string sentence>
    : Chlo_UnaryOp<mnemonic, sentence, Chlo_FpTensor, [InferTypeOpInterface],
                   Chlo_PredTensor> {
  let extraClassDeclaration = commonDeclarations # [{
    static ::llvm::LogicalResult
    inferReturnTypes(::mlir::MLIRContext *context, std::optional<::mlir::Location>,
                     ::mlir::ValueRange operands, ::mlir::DictionaryAttr,
                     ::mlir::OpaqueProperties, ::mlir::RegionRange,
                     ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
      inferred.push_back(::llvm::cast<::mlir::ShapedType>(operands[0].getType())
                             .clone(::mlir::IntegerType::get(context, 1)));
      return ::llvm::success();
    }
  }];
}
def Chlo_IsInfOp : Chlo_PredicateOp<"is_inf", "whether infinite">;
def Chlo_IsNegInfOp : Chlo_PredicateOp<"is_neg_inf", "whether minus infinity">;
def Chlo_IsPosInfOp : Chlo_PredicateOp<"is_pos_inf", "whether plus infinity">;

//===-- Functions of two arguments -----------------------------------------===//

def Chlo_NextAfterOp : Chlo_Op<"next_after",
                               [Pure, StableHLO_CompatibleOperandsAndResultType]> {
  let summary = "the neighbour of x in the direction of y";
  let arguments = (ins Chlo_FpTensor:$x, Chlo_FpTensor:$y);
  let results = (outs Chlo_FpTensor:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)";
}

def Chlo_PolygammaOp : Chlo_Op<"polygamma",
                               [Pure, StableHLO_CompatibleOperandsAndResultType]> {
  let summary = "n-th derivative of digamma at x";
  let arguments = (ins Chlo_FpTensor:$n, Chlo_FpTensor:$x);
  let results = (outs Chlo_FpTensor:$result);
  let assemblyFormat = "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)";
}

def Chlo_ZetaOp : Chlo_Op<"zeta", [Pure, StableHLO_CompatibleOperandsAndResultType]> {
  let summary = "Hurwitz zeta function: the sum of (q + n)^(-x) over all n >= 0";
  let arguments = (ins Chlo_FpTensor:$x, Chlo_FpTensor:$q);
  let results = (outs Chlo_FpTensor:$result);
  let assemblyFormat = "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)";
}

def Chlo_MulhiOp : Chlo_Op<"mulhi",
                           [Pure, StableHLO_CompatibleOperandsAndResultType]> {
  let summary = "the upper half of the double-width product";
  let arguments = (ins StableHLO_IntTensor:$lhs, StableHLO_IntTensor:$rhs);
  let results = (outs StableHLO_IntTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

//===-- Constants ----------------------------------------------------------===//

def Chlo_ConstantOp : Chlo_Op<"constant",
    [ConstantLike, Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a constant";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_StaticShapeTensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like",
    [Pure, SameOperandsAndResultShape,
     DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a scalar repeated to the shape of the operand";
  let arguments = (ins TypedAttrInterface:$value, Chlo_Tensor:$operand);
  let results = (outs Chlo_Tensor:$result);
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===-- Larger building blocks ---------------------------------------------===//

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure]> {
  let summary = "a dot whose left operand falls into groups of unequal size";
  let description = [{
    One dimension of `lhs` is ragged: `group_sizes` says how many of its indices
    belong to each group, in order. What that means depends on its role, written
    with batch b, free m and n, contracted k, groups g:

      * free:       [b, m, k] x [g, b, k, n] -> [b, m, n]: each row is multiplied
        with the matrix of its group;
      * contracted: [b, m, k] x [b, k, n] -> [g, b, m, n]: each group gives a
        product of its own;
      * batch:      [b, m, k] x [b, k, n] -> [b, m, n]: groups change nothing.

    `group_sizes` is a vector for all batches, or has one vector for each index of
    the batch dimensions before the ragged one, and of the dimensions of its own
    role before it. Rows beyond all groups give zeros.

    Constraints:
      * C1: exactly one ragged dimension, inside `lhs`.
      * C2: one group dimension in `rhs` if the ragged dimension is free, of the
        size of the groups; none otherwise.
      * C3: batching and contracting dimensions are those of a dot_general, and
        the group dimension is none of them.
      * C4: the shape of `group_sizes` is as above.
      * C5: the result has the shape above.
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StableHLO_IntTensor:$group_sizes,
    Chlo_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
    OptionalAttr<Chlo_PrecisionConfigAttr>:$precision_config
  );
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k",
                          [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the k largest elements of the last dimension, and where they were";
  let description = [{
    Values are in descending order; of equal values the one with the lower index
    comes first, unless `is_stable` is false, which leaves that open.

    ```mlir
    %values, %indices = chlo.top_k(%x, k = 8) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi32>)
    ```
  }];
  let arguments = (ins Chlo_Tensor:$operand, I64Attr:$k,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_stable);
  let results = (outs Chlo_Tensor:$values, Chlo_Tensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:`
    type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
}

def Chlo_ScanOp : Chlo_Op<"scan", [
    AttrSizedOperandSegments, AttrSizedResultSegments, IsolatedFromAbove,
    OpAsmOpInterface, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a loop over one dimension that carries values along";
  let description = [{
    For each index of `dimension` (backwards if `is_reverse`), `body` receives the
    inputs at that index and the carried values, which start as `inits`, and
    returns the outputs at that index and the new carried values.

    Constraints:
      * C1: `dimension` exists in all inputs and has one size, which is
        `scan_dim_size` if given; that is needed where there is no input.
      * C2: body arguments have the types of inputs without that dimension, and of
        inits.
      * C3: returned values have the types of outputs without that dimension, and
        of carries, which are those of inits.
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    Variadic<StableHLO_Tensor>:$inits,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$scan_dim_size,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_reverse,
    OptionalAttr<BoolAttr>:$is_associative
  );
  let results = (outs Variadic<StableHLO_Tensor>:$outputs,
                      Variadic<StableHLO_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = commonDeclarations # [{
    void getAsmBlockArgumentNames(::mlir::Region &region,
                                  ::mlir::OpAsmSetValueNameFn setName);
    /// The number of steps; dynamic where no type and no attribute tells.
    int64_t getStepCount();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_CHLO_CHLOOPS_TD
