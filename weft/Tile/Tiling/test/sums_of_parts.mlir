// A sum that a branch in a loop needs stays in the branch where its place is right
// there only: rows of %x are read for the last eight results, and there are no
// others.
// RUN: weft-opt --emit-tiles=ones %s | FileCheck %s

// CHECK-LABEL: tile.kernel @rows_of_a_part
// CHECK:      scf.for
// CHECK:        scf.if
// CHECK:        } else {
// CHECK:          scf.for
// CHECK-NEXT:       tile.load %arg0
func.func @rows_of_a_part(%x: tensor<8x4xf32>, %y: tensor<8x3xf32>, %z: tensor<8x3xf32>) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x3xf32>
  %2 = stablehlo.multiply %1, %y : tensor<8x3xf32>
  %3 = stablehlo.concatenate %z, %2, dim = 0 : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<16x3xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<16x3xf32>, tensor<f32>) -> tensor<16xf32>
  return %4 : tensor<16xf32>
}
