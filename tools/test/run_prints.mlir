// How weft-run shows values, which function it chooses, and how large tensors
// are shortened.
// RUN: weft-run %s | FileCheck %s
// RUN: weft-run - < %s | FileCheck %s
// RUN: weft-opt --emit-bytecode %s -o %t.bc && weft-run %t.bc | FileCheck %s
// RUN: weft-run --dense %s | FileCheck %s --check-prefix=DENSE
// RUN: weft-run --function=large %s | FileCheck %s --check-prefix=SHORT
// RUN: weft-run --function=large --full %s | FileCheck %s --check-prefix=FULL
// RUN: not weft-run --function=nothing %s 2>&1 | FileCheck %s --check-prefix=NAME

func.func @main() -> (tensor<i1>, tensor<2xui8>, tensor<2x2xf32>, tensor<2x0xi8>, tensor<2xcomplex<f64>>, tensor<3xbf16>, tuple<tensor<i32>, !stablehlo.token>) {
  // CHECK: tensor<i1> {true}
  // DENSE: dense<true> : tensor<i1>
  %0 = stablehlo.constant dense<true> : tensor<i1>
  // CHECK-NEXT: tensor<2xui8> {
  // CHECK-NEXT:   [0, 255]
  // CHECK-NEXT: }
  // DENSE-NEXT: dense<[0, 255]> : tensor<2xui8>
  %1 = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
  // CHECK-NEXT: tensor<2x2xf32> {
  // CHECK-NEXT:   [
  // CHECK-NEXT:     [1.000000e+00, 1.0000001e+00],
  // CHECK-NEXT:     [nan, -inf]
  // CHECK-NEXT:   ]
  // CHECK-NEXT: }
  %2 = stablehlo.constant dense<[[1.0, 0x3F800001], [0x7FC00000, 0xFF800000]]> : tensor<2x2xf32>
  // CHECK-NEXT: tensor<2x0xi8> {
  // CHECK-NEXT:   [
  // CHECK-NEXT:     [],
  // CHECK-NEXT:     []
  // CHECK-NEXT:   ]
  // CHECK-NEXT: }
  %3 = stablehlo.constant dense<> : tensor<2x0xi8>
  // CHECK-NEXT: tensor<2xcomplex<f64>> {
  // CHECK-NEXT{LITERAL}:   [[1.000000e+00, 1.0000000000000002e+00], [-0.000000e+00, 3.140000e+00]]
  // CHECK-NEXT: }
  %4 = stablehlo.constant dense<[(1.0, 1.0000000000000002), (-0.0, 3.14)]> : tensor<2xcomplex<f64>>
  // CHECK-NEXT: tensor<3xbf16> {
  // CHECK-NEXT:   [3.140625e+00, 1.000977e-01, 3.389531e+38]
  // CHECK-NEXT: }
  %5 = stablehlo.constant dense<[3.14, 0.1, 3.389531e+38]> : tensor<3xbf16>
  // CHECK-NEXT: tuple<tensor<i32>, !stablehlo.token> (
  // CHECK-NEXT: tensor<i32> {-1},
  // CHECK-NEXT: !stablehlo.token
  // CHECK-NEXT: )
  %6 = stablehlo.constant dense<-1> : tensor<i32>
  %7 = stablehlo.after_all : !stablehlo.token
  %8 = stablehlo.tuple %6, %7 : tuple<tensor<i32>, !stablehlo.token>
  return %0, %1, %2, %3, %4, %5, %8 : tensor<i1>, tensor<2xui8>, tensor<2x2xf32>, tensor<2x0xi8>, tensor<2xcomplex<f64>>, tensor<3xbf16>, tuple<tensor<i32>, !stablehlo.token>
}

func.func private @large() -> tensor<8x200xi32> {
  // SHORT:      tensor<8x200xi32> {
  // SHORT-NEXT:   [
  // SHORT-NEXT:     [0, 1, 2, ..., 197, 198, 199],
  // SHORT-NEXT:     [0, 1, 2, ..., 197, 198, 199],
  // SHORT-NEXT:     [0, 1, 2, ..., 197, 198, 199],
  // SHORT-NEXT:     ...,
  // SHORT-NEXT:     [0, 1, 2, ..., 197, 198, 199],
  // SHORT-NEXT:     [0, 1, 2, ..., 197, 198, 199],
  // SHORT-NEXT:     [0, 1, 2, ..., 197, 198, 199]
  // SHORT-NEXT:   ]
  // SHORT-NEXT: }
  // FULL-COUNT-8: 100, 101, 102
  %0 = stablehlo.iota dim = 1 : tensor<8x200xi32>
  return %0 : tensor<8x200xi32>
}

// NAME: run_prints.mlir:{{[0-9]+}}:{{[0-9]+}}: error: no function @nothing; there is @main, @large
