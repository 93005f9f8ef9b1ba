// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that compute each element of the result from the elements at the
// same place in two or three operands. Those with one operand are in Unary.td.

#ifndef WEFT_STABLEHLO_IR_ELEMENTWISE
#define WEFT_STABLEHLO_IR_ELEMENTWISE

include "weft/StableHLO/IR/Attributes.td"

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

class StableHLO_BinaryOp<string mnemonic, string sentence, string text,
                         list<Trait> traits, Type operandType = StableHLO_Tensor,
                         Type resultType = operandType,
                         string exampleType = "tensor<2x3xi32>"> :
    StableHLO_Op<mnemonic, traits # [
        SameOperandsAndResultShape, Elementwise,
        StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = sentence;
  let description = text # "\n\n```mlir\n%0 = stablehlo." # mnemonic # " %lhs, %rhs : " #
                    exampleType # "\n```\n";
  let arguments = (ins operandType:$lhs, operandType:$rhs);
  let results = (outs resultType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict
      `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

def StableHLO_AddOp : StableHLO_BinaryOp<"add", "sum",
    "Disjunction of booleans; integers wrap around.",
    // Not the usual trait: operands may differ in being quantized per axis.
    [StableHLO_Commutative, StableHLO_InferType],
    StableHLO_TensorOrPerAxisQuantizedTensor> {
  let hasVerifier = 1;
}

def StableHLO_AndOp : StableHLO_BinaryOp<"and", "conjunction, bitwise for integers", "",
    [StableHLO_Commutative, StableHLO_CompatibleOperandsAndResultType],
    StableHLO_PredOrIntTensor>;

def StableHLO_Atan2Op : StableHLO_BinaryOp<"atan2",
    "angle of the point (rhs, lhs)",
    "For complex numbers the analytic continuation of the same function.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_FpComplexOrQuantizedIntTensor,
    StableHLO_FpComplexOrQuantizedIntTensor, "tensor<3xf64>">;

def StableHLO_ComplexOp : StableHLO_BinaryOp<"complex",
    "complex numbers from real and imaginary parts", "",
    [SameOperandsElementType, StableHLO_InferType], StableHLO_Fp32Or64Tensor,
    StableHLO_ComplexTensor, "tensor<2xcomplex<f64>>"> {
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict
      `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_DivideOp : StableHLO_BinaryOp<"divide", "quotient",
    "Integers round towards zero; division by zero and of the least integer by -1 "
    "are left to the implementation.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_IntFpComplexOrQuantizedIntTensor>;

def StableHLO_MaximumOp : StableHLO_BinaryOp<"maximum", "the greater",
    "NaN if either is; -0 is below +0; complex numbers are ordered by real part, "
    "then by imaginary part.",
    [StableHLO_Commutative, StableHLO_CompatibleOperandsAndResultType]>;

def StableHLO_MinimumOp : StableHLO_BinaryOp<"minimum", "the lesser",
    "Ordered as by `maximum`.",
    [StableHLO_Commutative, StableHLO_CompatibleOperandsAndResultType]>;

def StableHLO_MultiplyOp : StableHLO_BinaryOp<"multiply", "product",
    "Conjunction of booleans; integers wrap around.",
    [StableHLO_Commutative, StableHLO_CompatibleOperandsAndResultType]>;

def StableHLO_OrOp : StableHLO_BinaryOp<"or", "disjunction, bitwise for integers", "",
    [StableHLO_Commutative, StableHLO_CompatibleOperandsAndResultType],
    StableHLO_PredOrIntTensor>;

def StableHLO_PowerOp : StableHLO_BinaryOp<"power", "lhs to the power of rhs",
    "An integer to a negative power is 0, 1 or -1 as the exact result rounds "
    "towards zero.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_IntFpComplexOrQuantizedIntTensor>;

def StableHLO_RemainderOp : StableHLO_BinaryOp<"remainder",
    "remainder of a division that rounds towards zero",
    "It has the sign of the dividend.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_IntFpComplexOrQuantizedIntTensor>;

def StableHLO_ShiftLeftOp : StableHLO_BinaryOp<"shift_left", "bits moved up",
    "Zeros come in; shifting by the width or more gives zero.",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_IntTensor>;

def StableHLO_ShiftRightArithmeticOp : StableHLO_BinaryOp<"shift_right_arithmetic",
    "bits moved down, the sign bit repeated", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_IntTensor>;

def StableHLO_ShiftRightLogicalOp : StableHLO_BinaryOp<"shift_right_logical",
    "bits moved down, zeros come in", "",
    [StableHLO_CompatibleOperandsAndResultType], StableHLO_IntTensor>;

def StableHLO_SubtractOp : StableHLO_BinaryOp<"subtract", "difference",
    "Integers wrap around.",
    [StableHLO_CompatibleOperandsAndResultType],
    StableHLO_IntFpComplexOrQuantizedIntTensor>;

def StableHLO_XorOp : StableHLO_BinaryOp<"xor",
    "exclusive disjunction, bitwise for integers", "",
    [StableHLO_Commutative, StableHLO_CompatibleOperandsAndResultType],
    StableHLO_PredOrIntTensor>;

def StableHLO_CompareOp : StableHLO_Op<"compare", [
    SameOperandsAndResultShape, Elementwise,
    StableHLO_CompatibleOperandsElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "whether two elements are in a relation";
  let description = [{
    `compare_type` names the order. FLOAT is that of IEEE 754, in which NaN
    compares unequal to all; TOTALORDER also orders NaNs and signed zeros; SIGNED
    and UNSIGNED are for integers, booleans comparing as the latter. Complex
    numbers can only be tested for equality. Without it the order follows from
    the element type.

    ```mlir
    %0 = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_Tensor:$rhs,
    StableHLO_ComparisonDirectionAttr:$comparison_direction,
    OptionalAttr<StableHLO_ComparisonTypeAttr>:$compare_type
  );
  let results = (outs StableHLO_PredTensor:$result);
  let builders = [OpBuilder<(ins
    "::mlir::Value":$lhs, "::mlir::Value":$rhs,
    "::weft::stablehlo::ComparisonDirection":$direction,
    CArg<"::weft::stablehlo::ComparisonType",
         "::weft::stablehlo::ComparisonType::NOTYPE">:$type)>];
  let assemblyFormat = [{
    custom<EnumKeyword>($comparison_direction) `,` $lhs `,` $rhs
      (`,` custom<EnumKeyword>($compare_type)^)?
      attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Three operands
//===----------------------------------------------------------------------===//

def StableHLO_ClampOp : StableHLO_Op<"clamp", [
    StableHLO_CompatibleOperandsAndResultElementType, StableHLO_InferType,
    StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "the operand, kept between two bounds";
  let description = [{
    `minimum(maximum(operand, min), max)`. A bound is a tensor of the operand's
    shape or a scalar for all elements.

    ```mlir
    %0 = stablehlo.clamp %min, %operand, %max : tensor<3xi32>
    ```
  }];
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand,
                       StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
      custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_SelectOp : StableHLO_Op<"select", [
    StableHLO_InferType, StableHLO_SpeculatableIfInputsStatic, NoMemoryEffect]> {
  let summary = "one of two elements, as a condition says";
  let description = [{
    The condition is a tensor of the choices' shape or a scalar for all elements.

    ```mlir
    %0 = stablehlo.select %pred, %on_true, %on_false : tensor<2x2xi1>, tensor<2x2xi32>
    ```
  }];
  let arguments = (ins StableHLO_PredTensor:$pred, StableHLO_Tensor:$on_true,
                       StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:`
      custom<SelectOpType>(type($pred), type($on_true), type($on_false), type($result))
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_ELEMENTWISE
