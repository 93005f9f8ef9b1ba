// Inputs and outputs as .npy files.
// RUN: rm -rf %t && mkdir %t
// RUN: weft-run %s --function=make --output=%t/a.npy --output=%t/b.npy --output=%t/c.npy
// RUN: weft-run %s --input=%t/a.npy --input=%t/b.npy --input=%t/c.npy | FileCheck %s
// RUN: weft-run %s --input=%t/a.npy --input=%t/b.npy --input=%t/c.npy --output=%t/d.npy --output=%t/e.npy --output=%t/f.npy
// RUN: cmp %t/a.npy %t/d.npy && cmp %t/b.npy %t/e.npy && cmp %t/c.npy %t/f.npy
// RUN: weft-run %s --function=dynamic --input=%t/a.npy | FileCheck %s --check-prefix=DYNAMIC
// RUN: ls %t | count 6

// RUN: weft-run %s --function=make_wrong --output=%t/wide.npy --output=%t/i8.npy
// RUN: not weft-run %s --input=%t/a.npy 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not weft-run %s --input=%t/b.npy --input=%t/b.npy --input=%t/c.npy 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not weft-run %s --input=%t/wide.npy --input=%t/b.npy --input=%t/c.npy 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not weft-run %s --input=%t/a.npy --input=%t/b.npy --input=%t/i8.npy 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not weft-run %s --input=%t/missing.npy --input=%t/b.npy --input=%t/c.npy 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not weft-run %s --input=%s --input=%t/b.npy --input=%t/c.npy 2>&1 | FileCheck %s --check-prefix=MAGIC
// RUN: not weft-run %s --function=make --output=%t/x.npy 2>&1 | FileCheck %s --check-prefix=OUTPUTS
// RUN: not weft-run %s --function=token --output=%t/x.npy 2>&1 | FileCheck %s --check-prefix=TOKEN
// RUN: not weft-run %s --function=make --output=%t/x.npy --output=%t/no/y.npy --output=%t/z.npy 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not ls %t/x.npy

func.func @main(%a: tensor<2x3xf32>, %b: tensor<2xbf16>, %c: tensor<2xi4>) -> (tensor<2x3xf32>, tensor<2xbf16>, tensor<2xi4>) {
  return %a, %b, %c : tensor<2x3xf32>, tensor<2xbf16>, tensor<2xi4>
}
// CHECK: tensor<2x3xf32> {
// CHECK:     [1.000000e+00, 2.000000e+00, 3.000000e+00],
// CHECK:     [4.000000e+00, 5.000000e+00, 6.000000e+00]
// CHECK: tensor<2xbf16> {
// CHECK:   [1.500000e+00, -2.000000e+00]
// CHECK: tensor<2xi4> {
// CHECK:   [7, -8]

func.func @make() -> (tensor<2x3xf32>, tensor<2xbf16>, tensor<2xi4>) {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<[1.5, -2.0]> : tensor<2xbf16>
  %2 = stablehlo.constant dense<[7, -8]> : tensor<2xi4>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2xbf16>, tensor<2xi4>
}

func.func @make_wrong() -> (tensor<3x2xf32>, tensor<2xi8>) {
  %0 = stablehlo.constant dense<1.0> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<[7, -9]> : tensor<2xi8>
  return %0, %1 : tensor<3x2xf32>, tensor<2xi8>
}

// DYNAMIC: tensor<i32> {3}
func.func @dynamic(%a: tensor<2x?xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

func.func @token() -> !stablehlo.token {
  %0 = stablehlo.after_all : !stablehlo.token
  return %0 : !stablehlo.token
}

// COUNT: run_npy.mlir:[[#]]:1: error: @main takes 3 inputs ('tensor<2x3xf32>', 'tensor<2xbf16>', 'tensor<2xi4>'), but 1 was given
// TYPE: run_npy.mlir:[[#]]:1: error: input 0 ({{.*}}b.npy): the file holds void16, but tensor<2x3xf32> takes float32
// SHAPE: error: input 0 ({{.*}}wide.npy): the file holds shape (3, 2), which does not fit tensor<2x3xf32>
// RANGE: error: input 2 ({{.*}}i8.npy): element 1 is -9, which i4 cannot hold
// MISSING: error: input 0: {{.*}}missing.npy: cannot open: No such file or directory
// MAGIC: error: input 0: {{.*}}run_npy.mlir: not a .npy file
// OUTPUTS: run_npy.mlir:[[#]]:1: error: @make returns 3 values ({{.*}}), but 1 --output file was named
// TOKEN: error: result 0 of @token has type '!stablehlo.token', which cannot be written to a file
// WRITE: error: {{.*}}y.npy: cannot write: No such file or directory
