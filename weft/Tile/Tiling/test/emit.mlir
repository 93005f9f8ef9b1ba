// RUN: weft-opt --emit-tiles="sizes=1,32,32,32 inner=1" --split-input-file %s | FileCheck %s

// Rows in the grid, columns in a loop: the reductions stand before it.
// CHECK-LABEL: tile.kernel @softmax
// CHECK-SAME: grid = 64
// CHECK:      %[[ROW:.*]] = tile.program_id
// CHECK:      %[[MAXES:.*]] = scf.for %[[J:.*]] = {{.*}} iter_args(%[[ACC:.*]] = {{.*}}) -> (tensor<1x32xf32>) {
// CHECK-NEXT:   %[[X:.*]] = tile.load %arg0[%[[ROW]], %[[J]]] bound [_, %c100]
// CHECK-NEXT:   %[[LIVE:.*]] = tile.mask [%c0, %[[J]]] bound [_, %c100] : tensor<1x32xi1>
// CHECK-NEXT:   %[[MASKED:.*]] = arith.select %[[LIVE]], %[[X]], %{{.*}}
// CHECK-NEXT:   %[[NEXT:.*]] = arith.maximumf %[[ACC]], %[[MASKED]]
// CHECK-NEXT:   scf.yield %[[NEXT]]
// CHECK:      %[[MAX:.*]] = tile.reduce max %[[MAXES]] [1] : tensor<1x32xf32> -> tensor<1xf32>
// CHECK:      scf.for
// CHECK:        tile.broadcast %[[MAX]] [0]
// CHECK:        math.exp
// CHECK:        scf.yield
// CHECK:      %[[SUM:.*]] = tile.reduce add
// CHECK:      scf.for
// CHECK:        arith.divf
// CHECK-NEXT:   tile.store %{{.*}}, %arg1[%[[ROW]], %{{.*}}] bound [_, %c100]
// CHECK-NEXT: }
// CHECK-NEXT: tile.return
func.func @softmax(%x: tensor<64x100xf32>) -> tensor<64x100xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x100xf32>, tensor<f32>) -> tensor<64xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<64xf32>) -> tensor<64x100xf32>
  %d = stablehlo.subtract %x, %maxes : tensor<64x100xf32>
  %e = stablehlo.exponential %d : tensor<64x100xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x100xf32>, tensor<f32>) -> tensor<64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x100xf32>
  %r = stablehlo.divide %e, %sums : tensor<64x100xf32>
  return %r : tensor<64x100xf32>
}

// -----

// Two sums of one operand share a loop, and a result of fewer dimensions is
// stored before the loop over the columns.
// CHECK-LABEL: tile.kernel @moments
// CHECK:      %[[SUMS:.*]]:2 = scf.for
// CHECK-COUNT-1: tile.load
// CHECK:        scf.yield
// CHECK-NOT:  tile.load
// CHECK:      tile.store %{{.*}}, %arg2[%{{.*}}] : tensor<1xf32>
// CHECK:      scf.for
// CHECK:        tile.store %{{.*}}, %arg1
func.func @moments(%x: tensor<64x96xf32>) -> (tensor<64x96xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xx = stablehlo.multiply %x, %x : tensor<64x96xf32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x96xf32>, tensor<f32>) -> tensor<64xf32>
  %b = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x96xf32>, tensor<f32>) -> tensor<64xf32>
  %c = stablehlo.multiply %a, %b : tensor<64xf32>
  %cb = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<64xf32>) -> tensor<64x96xf32>
  %r = stablehlo.add %x, %cb : tensor<64x96xf32>
  return %r, %c : tensor<64x96xf32>, tensor<64xf32>
}

// -----

// The initial value of a sum enters once; integers are masked with the neutral
// element of their kind.
// CHECK-LABEL: tile.kernel @product
// CHECK:      arith.constant dense<1> : tensor<1x32xi32>
// CHECK:      scf.for
// CHECK:        arith.select
// CHECK-NEXT:   arith.muli
// CHECK:      %[[FOLDED:.*]] = tile.reduce mul
// CHECK:      %[[INIT:.*]] = tile.broadcast %{{.*}} [] : tensor<i32> -> tensor<1xi32>
// CHECK:      arith.muli %[[INIT]], %[[FOLDED]]
func.func @product(%x: tensor<4x50xi32>, %init: tensor<i32>) -> tensor<4xi32> {
  %r = stablehlo.reduce(%x init: %init) applies stablehlo.multiply across dimensions = [1] : (tensor<4x50xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

// The initial zero gives a sum of negative zeros its sign; a sum of squares has
// none to lose.
// CHECK-LABEL: tile.kernel @signs
// CHECK:      %[[SUM:.*]] = tile.reduce add
// CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK-NEXT: arith.addf %[[ZERO]], %[[SUM]]
// CHECK:      %[[SQUARES:.*]] = tile.reduce add
// CHECK-NEXT: tile.store %[[SQUARES]]
func.func @signs(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xx = stablehlo.multiply %x, %x : tensor<4x8xf32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %b = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
