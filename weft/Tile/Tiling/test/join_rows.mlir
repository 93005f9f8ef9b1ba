// RUN: weft-opt --emit-tiles --split-input-file %s | FileCheck %s

// Rows of three elements fill no vector: with the dimension before them they
// are one, and padded by three times as many places.
// CHECK-LABEL: tile.kernel @pad
// CHECK-SAME:  (%arg0: !tile.ref<16x32x96xf32> {tile.readonly}, %arg1: !tile.ref<16x40x120xf32>)
// CHECK:       %c-12 = arith.constant -12
func.func @pad(%x: tensor<16x32x32x3xf32>) -> tensor<16x40x40x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 4, 4, 0], high = [0, 4, 4, 0], interior = [0, 0, 0, 0] : (tensor<16x32x32x3xf32>, tensor<f32>) -> tensor<16x40x40x3xf32>
  return %0 : tensor<16x40x40x3xf32>
}

// -----

// What reads the pad element by element follows it.
// CHECK-LABEL: tile.kernel @crop_and_pad
// CHECK-SAME:  (%arg0: !tile.ref<4x32x96xf32> {tile.readonly}, %arg1: !tile.ref<4x28x90xf32> {tile.readonly}, %arg2: !tile.ref<4x28x90xf32>)
func.func @crop_and_pad(%x: tensor<4x32x32x3xf32>, %y: tensor<4x28x30x3xf32>) -> tensor<4x28x30x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [0:4, 2:30, 1:29, 0:3] : (tensor<4x32x32x3xf32>) -> tensor<4x28x28x3xf32>
  %1 = stablehlo.pad %0, %zero, low = [0, 0, 1, 0], high = [0, 0, 1, 0], interior = [0, 0, 0, 0] : (tensor<4x28x28x3xf32>, tensor<f32>) -> tensor<4x28x30x3xf32>
  %2 = stablehlo.add %1, %y : tensor<4x28x30x3xf32>
  return %2 : tensor<4x28x30x3xf32>
}

// -----

// CHECK-LABEL: tile.kernel @concatenate
// CHECK-SAME:  (%arg0: !tile.ref<16x96xf32> {tile.readonly}, %arg1: !tile.ref<16x15xf32> {tile.readonly}, %arg2: !tile.ref<16x111xf32>)
func.func @concatenate(%x: tensor<16x32x3xf32>, %y: tensor<16x5x3xf32>) -> tensor<16x37x3xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<16x32x3xf32>, tensor<16x5x3xf32>) -> tensor<16x37x3xf32>
  return %0 : tensor<16x37x3xf32>
}

// -----

// A number for each of the three is none for the rows of all.
// CHECK-LABEL: tile.kernel @colours
// CHECK-SAME:  (%arg0: !tile.ref<16x32x32x3xf32> {tile.readonly}, %arg1: !tile.ref<3xf32>
func.func @colours(%x: tensor<16x32x32x3xf32>, %mean: tensor<3xf32>) -> tensor<16x40x40x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %mean, dims = [3] : (tensor<3xf32>) -> tensor<16x32x32x3xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<16x32x32x3xf32>
  %2 = stablehlo.pad %1, %zero, low = [0, 4, 4, 0], high = [0, 4, 4, 0], interior = [0, 0, 0, 0] : (tensor<16x32x32x3xf32>, tensor<f32>) -> tensor<16x40x40x3xf32>
  return %2 : tensor<16x40x40x3xf32>
}

// -----

// Padded between its elements, a dimension is not one with the next.
// CHECK-LABEL: tile.kernel @between
// CHECK-SAME:  (%arg0: !tile.ref<16x32x3xf32>
func.func @between(%x: tensor<16x32x3xf32>) -> tensor<16x63x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<16x32x3xf32>, tensor<f32>) -> tensor<16x63x3xf32>
  return %0 : tensor<16x63x3xf32>
}

// -----

// Rows that are whole vectors stay.
// CHECK-LABEL: tile.kernel @whole
// CHECK-SAME:  (%arg0: !tile.ref<16x32x64xf32>
func.func @whole(%x: tensor<16x32x64xf32>) -> tensor<16x40x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %zero, low = [0, 4, 0], high = [0, 4, 0], interior = [0, 0, 0] : (tensor<16x32x64xf32>, tensor<f32>) -> tensor<16x40x64xf32>
  return %0 : tensor<16x40x64xf32>
}
