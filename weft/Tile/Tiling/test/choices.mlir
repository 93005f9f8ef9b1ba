// Tiles that are put together of operands' tiles, and tiles of which only what is
// selected is computed.
// RUN: weft-opt --emit-tiles="sizes=32,2" --split-input-file %s | FileCheck %s

// A stack along the last dimension takes one element of each operand.
// CHECK-LABEL: tile.kernel @stack
// CHECK-DAG:  %[[X:.*]] = tile.load %arg0{{.*}} -> tensor<32x1xf32>
// CHECK-DAG:  %[[Y:.*]] = tile.load %arg1{{.*}} -> tensor<32x1xf32>
// CHECK-DAG:  %[[A:.*]] = tile.reshape %[[X]]
// CHECK-DAG:  %[[B:.*]] = tile.reshape %[[Y]]
// CHECK:      tile.join %[[A]], %[[B]] : tensor<32xf32> -> tensor<32x2xf32>
func.func @stack(%x: tensor<64x1xf32>, %y: tensor<64x1xf32>) -> tensor<64x2xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x2xf32>
  return %0 : tensor<64x2xf32>
}

// -----

// What takes long is computed if one number for all elements selects it.
// CHECK-LABEL: tile.kernel @selected
// CHECK:      scf.if
// CHECK:        math.sin
// CHECK:      } else {
// CHECK-NOT:    math.sin
// CHECK:      tile.store
func.func @selected(%p: tensor<i1>, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.sine %x : tensor<64x64xf32>
  %1 = stablehlo.select %p, %0, %x : tensor<i1>, tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// What one number selected is selected once, before what another selects of it:
// neither arm has the first choice in it.
// CHECK-LABEL: tile.kernel @chain
// CHECK:      %[[FIRST:.*]] = scf.if
// CHECK:        math.sin
// CHECK:      } else {
// CHECK:        math.cos
// CHECK:      }
// CHECK:      scf.if
// CHECK-NEXT:   math.sin %[[FIRST]]
// CHECK:      } else {
// CHECK-NEXT:   math.cos %[[FIRST]]
// CHECK-NOT:  scf.if
// CHECK:      tile.store
func.func @chain(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.sine %x : tensor<64x64xf32>
  %1 = stablehlo.cosine %x : tensor<64x64xf32>
  %2 = stablehlo.select %p, %0, %1 : tensor<i1>, tensor<64x64xf32>
  %3 = stablehlo.sine %2 : tensor<64x64xf32>
  %4 = stablehlo.cosine %2 : tensor<64x64xf32>
  %5 = stablehlo.select %q, %3, %4 : tensor<i1>, tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}

// -----

// A sum that a branch in a loop needs, and that does not depend on the loop, is
// computed before it: else it would be in each iteration.
// CHECK-LABEL: tile.kernel @before_loops
// CHECK:      %[[SUM:.*]] = scf.for
// CHECK-NEXT:   tile.load
// CHECK-NEXT:   arith.addf
// CHECK:      scf.for
// CHECK:        scf.if
// CHECK-NOT:      scf.for
// CHECK:          arith.divf
// CHECK:        arith.maximumf
func.func @before_loops(%p: tensor<i1>, %x: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.divide %x, %1 : tensor<64x64xf32>
  %3 = stablehlo.select %p, %2, %x : tensor<i1>, tensor<64x64xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %4 : tensor<64xf32>
}

// -----

// A branch costs more than what is quick.
// CHECK-LABEL: tile.kernel @quick
// CHECK-NOT:  scf.if
// CHECK:      arith.select
func.func @quick(%p: tensor<i1>, %x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.add %x, %x : tensor<64x64xf32>
  %1 = stablehlo.select %p, %0, %x : tensor<i1>, tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
