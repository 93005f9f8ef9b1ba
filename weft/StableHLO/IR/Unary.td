// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that make tensors from nothing, and those that compute each element
// of the result from the element at the same place in one operand.

#ifndef WEFT_STABLEHLO_IR_UNARY
#define WEFT_STABLEHLO_IR_UNARY

include "weft/StableHLO/IR/Attributes.td"

//===----------------------------------------------------------------------===//
// From nothing
//===----------------------------------------------------------------------===//

def StableHLO_ConstantOp : StableHLO_Op<"constant", [
    ConstantLike, Pure, StableHLO_InferType,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor written in the program";
  let description = [{
    Yields `value`. A quantized constant is written by its stored integers, in
    the generic form, since `value` then has another type than the result.

    ```mlir
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_StaticShapeTensorOrPerAxisQuantizedTensor:$output);
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value)>];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  // The stored integers of a quantized result are compared with `value`.
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual);
  }];
  let hasVerifier = 1;
}

def StableHLO_IotaOp : StableHLO_Op<"iota", [Pure]> {
  let summary = "each element is its index along one dimension";
  let description = [{
    ```mlir
    %0 = stablehlo.iota dim = 0 : tensor<4x5xi32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$iota_dimension);
  let results = (outs StableHLO_StaticShapeIntFpComplexOrQuantizedTensor:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class StableHLO_UnaryOp<string mnemonic, string sentence, string text,
                        list<Trait> traits, Type operandType,
                        Type resultType = operandType, string exampleType = "tensor<2x3xf32>"> :
    StableHLO_Op<mnemonic, traits # [
        SameOperandsAndResultShape, Elementwise,
        StableHLO_SpeculatableIfResultDimsKnown, NoMemoryEffect]> {
  let summary = sentence;
  let description = text # "\n\n```mlir\n%0 = stablehlo." # mnemonic # " %operand : " #
                    exampleType # "\n```\n";
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

// A transcendental function, whose error the program may bound.
class StableHLO_AccurateUnaryOp<string mnemonic, string sentence, string text> :
    StableHLO_UnaryOp<mnemonic, sentence,
                      text # " `result_accuracy` bounds the error.",
                      [StableHLO_CompatibleOperandsAndResultType],
                      StableHLO_FpComplexOrQuantizedIntTensor> {
  let arguments = (ins StableHLO_FpComplexOrQuantizedIntTensor:$operand,
                       StableHLO_OptionalResultAccuracy:$result_accuracy);
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() {
      return ::weft::stablehlo::verifyResultAccuracy(getOperation(),
                                                     getResultAccuracyAttr());
    }
  }];
}

def StableHLO_AbsOp : StableHLO_UnaryOp<"abs", "absolute value",
    "Of a complex number the result is its modulus, a real. The least signed "
    "integer is its own absolute value.",
    [StableHLO_InferType], StableHLO_SIntFpComplexOrQuantizedIntTensor,
    StableHLO_SIntFpOrQuantizedIntTensor> {
  let hasVerifier = 1;
}

def StableHLO_CbrtOp : StableHLO_AccurateUnaryOp<"cbrt", "cube root",
    "The real root for reals, the principal one for complex numbers.">;

def StableHLO_CeilOp : StableHLO_UnaryOp<"ceil", "smallest integer not below", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_FpOrQuantizedIntTensor>;

def StableHLO_CosineOp : StableHLO_AccurateUnaryOp<"cosine", "cosine", "">;

def StableHLO_CountLeadingZerosOp : StableHLO_UnaryOp<"count_leading_zeros",
    "number of zero bits above the highest set one", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_IntTensor,
    StableHLO_IntTensor, "tensor<2x3xi32>">;

def StableHLO_ExponentialOp : StableHLO_AccurateUnaryOp<"exponential",
    "exponential function", "">;

def StableHLO_ExponentialMinusOneOp : StableHLO_AccurateUnaryOp<
    "exponential_minus_one", "exponential function less one",
    "Accurate near zero, where subtracting afterwards would cancel.">;

def StableHLO_FloorOp : StableHLO_UnaryOp<"floor", "largest integer not above", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_FpOrQuantizedIntTensor>;

def StableHLO_ImagOp : StableHLO_UnaryOp<"imag", "imaginary part",
    "Zero for reals.", [StableHLO_InferType], StableHLO_FpOrComplexTensor,
    StableHLO_FpTensor, "(tensor<2xcomplex<f32>>) -> tensor<2xf32>"> {
  let hasVerifier = 1;
}

def StableHLO_IsFiniteOp : StableHLO_UnaryOp<"is_finite",
    "neither an infinity nor a NaN", "Always true of quantized numbers.",
    [StableHLO_InferType], StableHLO_FpOrQuantizedIntTensor, StableHLO_PredTensor,
    "(tensor<2xf32>) -> tensor<2xi1>"> {
  let arguments = (ins StableHLO_FpOrQuantizedIntTensor:$x);
  let results = (outs StableHLO_PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_LogOp : StableHLO_AccurateUnaryOp<"log", "natural logarithm", "">;

def StableHLO_LogPlusOneOp : StableHLO_AccurateUnaryOp<"log_plus_one",
    "natural logarithm of one plus the operand",
    "Accurate near zero, where adding first would round.">;

def StableHLO_LogisticOp : StableHLO_AccurateUnaryOp<"logistic",
    "logistic function, 1 / (1 + exp(-x))", "">;

def StableHLO_NegateOp : StableHLO_UnaryOp<"negate", "the operand's negative",
    "Integers wrap around, unsigned ones too.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_IntFpComplexOrQuantizedIntTensor>;

def StableHLO_NotOp : StableHLO_UnaryOp<"not", "logical or bitwise complement", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_PredOrIntTensor,
    StableHLO_PredOrIntTensor, "tensor<2x3xi1>">;

def StableHLO_PopcntOp : StableHLO_UnaryOp<"popcnt", "number of set bits", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_IntTensor,
    StableHLO_IntTensor, "tensor<2x3xi32>">;

def StableHLO_RealOp : StableHLO_UnaryOp<"real", "real part",
    "The operand itself for reals.", [StableHLO_InferType],
    StableHLO_FpOrComplexTensor, StableHLO_FpTensor,
    "(tensor<2xcomplex<f32>>) -> tensor<2xf32>"> {
  let hasVerifier = 1;
}

def StableHLO_RoundNearestAfzOp : StableHLO_UnaryOp<"round_nearest_afz",
    "nearest integer, halves away from zero", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_FpOrQuantizedIntTensor>;

def StableHLO_RoundNearestEvenOp : StableHLO_UnaryOp<"round_nearest_even",
    "nearest integer, halves to the even one", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_FpOrQuantizedIntTensor>;

def StableHLO_RsqrtOp : StableHLO_AccurateUnaryOp<"rsqrt",
    "one over the square root", "">;

def StableHLO_SignOp : StableHLO_UnaryOp<"sign", "sign",
    "-1, 0 or 1; zeros keep their sign and NaN stays; of a complex number the "
    "number of modulus 1 in its direction.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_SIntFpComplexOrQuantizedIntTensor>;

def StableHLO_SineOp : StableHLO_AccurateUnaryOp<"sine", "sine", "">;

def StableHLO_SqrtOp : StableHLO_AccurateUnaryOp<"sqrt", "square root",
    "NaN of negative reals, the principal root of complex numbers.">;

def StableHLO_TanOp : StableHLO_AccurateUnaryOp<"tan", "tangent", "">;

def StableHLO_TanhOp : StableHLO_AccurateUnaryOp<"tanh", "hyperbolic tangent", "">;

//===----------------------------------------------------------------------===//
// One operand, another element type
//===----------------------------------------------------------------------===//

def StableHLO_ConvertOp : StableHLO_UnaryOp<"convert",
    "the same numbers in another element type",
    "Booleans become 0 and 1, and anything but zero becomes true. To a float: "
    "rounded to nearest even. To an integer: rounded towards zero, undefined out "
    "of range. Complex to real drops the imaginary part.",
    [], StableHLO_NonQuantizedTensor, StableHLO_NonQuantizedTensor,
    "(tensor<3xi64>) -> tensor<3xcomplex<f64>>"> {
  let builders = [OpBuilder<(ins "::mlir::Value":$operand,
                                 "::mlir::Type":$elementType)>];
}

def StableHLO_BitcastConvertOp : StableHLO_Op<"bitcast_convert", [
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "the same bits read as another element type";
  let description = [{
    Between element types of different widths a last dimension is taken apart
    into, or put together from, narrow elements, low bits first.

    ```mlir
    %0 = stablehlo.bitcast_convert %operand : (tensor<f64>) -> tensor<4xf16>
    ```
  }];
  let arguments = (ins StableHLO_TensorOrPerAxisQuantizedTensor:$operand);
  let results = (outs StableHLO_TensorOrPerAxisQuantizedTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_ReducePrecisionOp : StableHLO_Op<"reduce_precision", [
    StableHLO_CompatibleOperandsAndResultType, Elementwise,
    StableHLO_SpeculatableIfResultDimsKnown, NoMemoryEffect]> {
  let summary = "rounds through a narrower float format";
  let description = [{
    The result is what the operand would be after conversion to a float with
    `exponent_bits` and `mantissa_bits` and back, in the operand's type.

    ```mlir
    %0 = stablehlo.reduce_precision %operand, format = e5m10 : tensor<6xf64>
    ```
  }];
  let arguments = (ins
    StableHLO_FpOrQuantizedIntTensor:$operand,
    ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
    ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits
  );
  let results = (outs StableHLO_FpOrQuantizedIntTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits)
      attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

def StableHLO_UniformQuantizeOp : StableHLO_UnaryOp<"uniform_quantize",
    "from floats, or another quantization, to a quantized type",
    "Divides by the result's scale, rounds to nearest even, adds the zero point "
    "and clamps to the storage range.",
    [], StableHLO_FpOrAnyQuantizedIntTensor,
    StableHLO_QuantizedIntOrPerAxisQuantizedIntTensor,
    "(tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>"> {
  let hasVerifier = 1;
}

def StableHLO_UniformDequantizeOp : StableHLO_UnaryOp<"uniform_dequantize",
    "from a quantized type to the floats it stands for",
    "Subtracts the zero point and multiplies by the scale.",
    [StableHLO_InferType], StableHLO_QuantizedIntOrPerAxisQuantizedIntTensor,
    StableHLO_FpTensor,
    "(tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>) -> tensor<2xf32>"> {
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_UNARY
