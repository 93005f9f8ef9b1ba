// RUN: weft-opt --emit-tiles --split-input-file %s | FileCheck %s

// Neighbouring dimensions of one kind are one, and what follows the product
// element by element has them, too.
// CHECK-LABEL: tile.kernel @einsum
// CHECK-SAME:  (%arg0: !tile.ref<120x288xf32> {tile.readonly}, %arg1: !tile.ref<288x154xf32> {tile.readonly}, %arg2: !tile.ref<120x154xf32>)
// CHECK:       math.tanh
func.func @einsum(%x: tensor<12x10x16x18xf32>, %y: tensor<16x18x14x11xf32>) -> tensor<12x10x14x11xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [2, 3] x [0, 1] : (tensor<12x10x16x18xf32>, tensor<16x18x14x11xf32>) -> tensor<12x10x14x11xf32>
  %1 = stablehlo.tanh %0 : tensor<12x10x14x11xf32>
  return %1 : tensor<12x10x14x11xf32>
}

// -----

// CHECK-LABEL: tile.kernel @batches
// CHECK-SAME:  (%arg0: !tile.ref<6x4x5xf32> {tile.readonly}, %arg1: !tile.ref<6x5x6xf32> {tile.readonly}, %arg2: !tile.ref<6x4x6xf32>)
func.func @batches(%x: tensor<2x3x4x5xf32>, %y: tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x3x4x5xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  return %0 : tensor<2x3x4x6xf32>
}

// -----

// Contracted dimensions in another order on the right stay apart.
// CHECK-LABEL: tile.kernel @apart
// CHECK-SAME:  (%arg0: !tile.ref<4x5x6xf32> {tile.readonly}, %arg1: !tile.ref<6x7x4xf32>
func.func @apart(%x: tensor<4x5x6xf32>, %y: tensor<6x7x4xf32>) -> tensor<5x7xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0, 2] x [2, 0] : (tensor<4x5x6xf32>, tensor<6x7x4xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}

// -----

// So do those of an array that is both factors, in two orders.
// CHECK-LABEL: tile.kernel @itself
// CHECK-SAME:  (%arg0: !tile.ref<4x4x4xf32> {tile.readonly}, %arg1: !tile.ref<4x4x4x4xf32>)
func.func @itself(%x: tensor<4x4x4xf32>) -> tensor<4x4x4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [2] : (tensor<4x4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4x4xf32>
  return %0 : tensor<4x4x4x4xf32>
}

// -----

// CHECK-LABEL: tile.kernel @gram
// CHECK-SAME:  (%arg0: !tile.ref<4x30xf32> {tile.readonly}, %arg1: !tile.ref<4x4xf32>)
func.func @gram(%x: tensor<4x5x6xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1, 2] x [1, 2] : (tensor<4x5x6xf32>, tensor<4x5x6xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Rows and columns of one element are one with others, on either side; one of
// several stays.
// CHECK-LABEL: tile.kernel @ones
// CHECK-SAME:  (%arg0: !tile.ref<12x16xf32> {tile.readonly}, %arg1: !tile.ref<16x14xf32> {tile.readonly}, %arg2: !tile.ref<12x14xf32>)
func.func @ones(%x: tensor<1x12x16xf32>, %y: tensor<16x1x14x1xf32>) -> tensor<1x12x1x14x1xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<1x12x16xf32>, tensor<16x1x14x1xf32>) -> tensor<1x12x1x14x1xf32>
  %1 = stablehlo.tanh %0 : tensor<1x12x1x14x1xf32>
  return %1 : tensor<1x12x1x14x1xf32>
}

// -----

// The last of them is the row.
// CHECK-LABEL: tile.kernel @alone
// CHECK-SAME:  (%arg0: !tile.ref<16x1xf32> {tile.readonly}, %arg1: !tile.ref<16x14xf32> {tile.readonly}, %arg2: !tile.ref<1x14xf32>)
func.func @alone(%x: tensor<1x16x1xf32>, %y: tensor<16x14xf32>) -> tensor<1x1x14xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<1x16x1xf32>, tensor<16x14xf32>) -> tensor<1x1x14xf32>
  return %0 : tensor<1x1x14xf32>
}

// -----

// What neighbours are in both roles of an array is one.
// CHECK-LABEL: tile.kernel @roles
// CHECK-SAME:  (%arg0: !tile.ref<2x15x2xf32> {tile.readonly}, %arg1: !tile.ref<15x2x2x15xf32>)
func.func @roles(%x: tensor<2x3x5x2xf32>) -> tensor<3x5x2x2x3x5xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [3] : (tensor<2x3x5x2xf32>, tensor<2x3x5x2xf32>) -> tensor<3x5x2x2x3x5xf32>
  return %0 : tensor<3x5x2x2x3x5xf32>
}
