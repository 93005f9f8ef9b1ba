// What weft-run writes, NumPy reads, and the other way round.
// REQUIRES: numpy
// RUN: rm -rf %t && mkdir %t
// RUN: weft-run %s --function=make --output=%t/a.npy --output=%t/b.npy --output=%t/c.npy
// RUN: %python %S/Inputs/npy_peer.py %t
// RUN: weft-run %s --input=%t/fortran.npy --input=%t/bf16.npy --input=%t/i4.npy | FileCheck %s
// RUN: weft-run %s --input=%t/big_endian.npy --input=%t/bf16.npy --input=%t/i4.npy | FileCheck %s

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
