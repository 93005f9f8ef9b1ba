// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `check` dialect: assertions inside a program, for tests that carry their
// own data. Only the interpreter executes them; they produce nothing.

#ifndef WEFT_STABLEHLO_TESTING_CHECKOPS
#define WEFT_STABLEHLO_TESTING_CHECKOPS

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpBase.td"

def CheckDialect : Dialect {
  let name = "check";
  let cppNamespace = "::weft::check";
  let summary = "assertions on tensors, executed by the interpreter";
  let description = [{
    A program that contains `check` operations is its own test: running it
    either succeeds or fails with the first element that does not agree.

    NaN agrees with NaN, whatever the payloads, and the two zeros agree with
    each other.
  }];
}

class CheckOp<string mnemonic, list<Trait> traits = []>
    : Op<CheckDialect, mnemonic, traits>;

/// What can be approximately equal.
def InexactTensor : TensorOf<[AnyFloat, AnyComplex]>;

def ExpectEqOp : CheckOp<"expect_eq", [SameTypeOperands]> {
  let summary = "both tensors are equal";
  let description = [{
    Fails unless every element of `lhs` equals the element of `rhs` at the same
    index. Quantized tensors are compared by their stored integers.

    ```mlir
    check.expect_eq %actual, %expected : tensor<4xi32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
}

def ExpectEqConstOp
    : CheckOp<"expect_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let summary = "a tensor equals a constant";
  let description = [{
    As `check.expect_eq`, with the expected elements written in place.

    ```mlir
    check.expect_eq_const %actual, dense<[3, 5]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$lhs, ElementsAttr:$value);
  let assemblyFormat = "$lhs `,` $value attr-dict";
}

def ExpectAlmostEqOp : CheckOp<"expect_almost_eq", [SameTypeOperands]> {
  let summary = "both tensors differ by no more than a tolerance";
  let description = [{
    Fails unless `|lhs - rhs| <= tolerance` for every element, the difference
    taken in f64. Infinities agree only with themselves. Real and imaginary
    parts of complex elements are compared apart.

    ```mlir
    check.expect_almost_eq %actual, %expected, tolerance = 1.0e-3 : tensor<4xf32>
    ```
  }];
  let arguments = (ins InexactTensor:$lhs, InexactTensor:$rhs,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` type($lhs)
  }];
  let hasVerifier = 1;
}

def ExpectAlmostEqConstOp
    : CheckOp<"expect_almost_eq_const", [AllTypesMatch<["lhs", "value"]>]> {
  let summary = "a tensor differs from a constant by no more than a tolerance";
  let description = [{
    As `check.expect_almost_eq`, with the expected elements written in place.

    ```mlir
    check.expect_almost_eq_const %actual, dense<[0.5, 1.5]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins InexactTensor:$lhs, ElementsAttr:$value,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $value (`,` `tolerance` `=` $tolerance^)? attr-dict
  }];
  let hasVerifier = 1;
}

def ExpectCloseOp
    : CheckOp<"expect_close", [AllTypesMatch<["actual", "expected"]>,
                               AllShapesMatch<["actual", "expected"]>]> {
  let summary = "both tensors are within some units in the last place";
  let description = [{
    The distance of two finite numbers is the number of steps from one to the
    other through neighbouring values of their type; that of a complex number
    is the larger one of its parts. Fails unless every distance lies between
    `min_ulp_difference` and `max_ulp_difference`. Infinities agree only with
    themselves, NaN with NaN.

    ```mlir
    check.expect_close %actual, %expected, max_ulp_difference = 2
        : tensor<4xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins InexactTensor:$actual, InexactTensor:$expected,
      DefaultValuedAttr<UI64Attr, "1">:$max_ulp_difference,
      DefaultValuedOptionalAttr<UI64Attr, "0">:$min_ulp_difference);
  let assemblyFormat = [{
    $actual `,` $expected
    `,` `max_ulp_difference` `=` $max_ulp_difference
    (`,` `min_ulp_difference` `=` $min_ulp_difference^)?
    `:` attr-dict type($actual) `,` type($expected)
  }];
  let hasVerifier = 1;
}

def ExpectSerializedEqOp : CheckOp<"expect_serialized_eq"> {
  let summary = "a tensor equals what a probe has written";
  let description = [{
    Fails unless `interpreter.probe` with this `probe_id` has run more than
    `iter` times in this program, and the file it wrote at that time (counted
    from zero) holds the type and the elements of `expected`.

    ```mlir
    check.expect_serialized_eq %value, probe_id = "loop", iter = 3 : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$expected, StrAttr:$probe_id,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$iteration);
  let assemblyFormat = [{
    $expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)?
    attr-dict `:` type($expected)
  }];
}

#endif // WEFT_STABLEHLO_TESTING_CHECKOPS
