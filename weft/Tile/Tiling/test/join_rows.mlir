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

// -----

// Two bits of a number change places; those around them stay side by side.
// CHECK-LABEL: tile.kernel @transpose
// CHECK-SAME:  (%arg0: !tile.ref<4x2x4x2x16xf32> {tile.readonly}, %arg1: !tile.ref<4x2x4x2x16xf32>)
func.func @transpose(%x: tensor<2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 1, 5, 3, 4, 2, 6, 7, 8, 9] : (tensor<2x2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2x2x2xf32>
  return %0 : tensor<2x2x2x2x2x2x2x2x2x2xf32>
}

// -----

// Dimensions that are summed are one where they are neighbours, as those that stay.
// CHECK-LABEL: tile.kernel @reduce
// CHECK-SAME:  (%arg0: !tile.ref<4x8x16xf32> {tile.readonly}, %arg1: !tile.ref<4x16xf32>)
func.func @reduce(%x: tensor<2x2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2, 3, 4] : (tensor<2x2x2x2x2x2x2x2x2xf32>, tensor<f32>) -> tensor<2x2x2x2x2x2xf32>
  return %0 : tensor<2x2x2x2x2x2xf32>
}

// -----

// A gate on the fourth of eight bits: what turns the result belongs to its dimensions as well.
// CHECK-LABEL: tile.kernel @gate
// CHECK-SAME:  (%arg0: !tile.ref<2x2xf32> {tile.readonly}, %arg1: !tile.ref<8x2x16xf32> {tile.readonly}, %arg2: !tile.ref<8x2x16xf32>)
func.func @gate(%g: tensor<2x2xf32>, %x: tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2xf32> {
  %0 = stablehlo.dot_general %g, %x, contracting_dims = [1] x [3] : (tensor<2x2xf32>, tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 3, 0, 4, 5, 6, 7] : (tensor<2x2x2x2x2x2x2x2xf32>) -> tensor<2x2x2x2x2x2x2x2xf32>
  return %1 : tensor<2x2x2x2x2x2x2x2xf32>
}

// -----

// Places that are known are so of joined dimensions, too; beyond the end they are at the end.
// CHECK-LABEL: tile.kernel @known
// CHECK-SAME:  (%arg0: !tile.ref<12x10xf32> {tile.readonly}, %arg1: !tile.ref<4x10xf32>)
// CHECK:       arith.constant 8 : index
func.func @known(%x: tensor<3x4x5x2xf32>) -> tensor<1x4x5x2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %seven, %zero, %zero, %zero, sizes = [1, 4, 5, 2] : (tensor<3x4x5x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x5x2xf32>
  %1 = stablehlo.reverse %0, dims = [2, 3] : tensor<1x4x5x2xf32>
  return %1 : tensor<1x4x5x2xf32>
}

// -----

// Where the place is a matter of the run, only what is behind it is joined.
// CHECK-LABEL: tile.kernel @unknown
// CHECK-SAME:  (%arg0: !tile.ref<3x4x10xf32> {tile.readonly}, %arg1: !tile.ref<i32> {tile.readonly}, %arg2: !tile.ref<1x4x10xf32>)
func.func @unknown(%x: tensor<3x4x5x2xf32>, %i: tensor<i32>) -> tensor<1x4x5x2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %i, %zero, %zero, %zero, sizes = [1, 4, 5, 2] : (tensor<3x4x5x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x5x2xf32>
  %1 = stablehlo.reverse %0, dims = [2, 3] : tensor<1x4x5x2xf32>
  return %1 : tensor<1x4x5x2xf32>
}

// -----

// Indices of eight bits cannot tell the places of joined dimensions.
// CHECK-LABEL: tile.kernel @narrow
// CHECK-SAME:  (%arg0: !tile.ref<3x40x10xf32> {tile.readonly}
func.func @narrow(%x: tensor<3x40x5x2xf32>) -> tensor<1x40x5x2xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %0 = stablehlo.dynamic_slice %x, %two, %zero, %zero, %zero, sizes = [1, 40, 5, 2] : (tensor<3x40x5x2xf32>, tensor<i8>, tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<1x40x5x2xf32>
  %1 = stablehlo.reverse %0, dims = [2, 3] : tensor<1x40x5x2xf32>
  return %1 : tensor<1x40x5x2xf32>
}

// -----

// Several small matrices lie in a tile, each whole: their last two dimensions are shorter than a vector together.
// CHECK-LABEL: tile.kernel @transposed
// CHECK-SAME:  (%arg0: !tile.ref<1000x3x3xi8> {tile.readonly}, %arg1: !tile.ref<1000x3x3xi8>)
// CHECK:       tile.transpose {{.*}} [0, 2, 1] : tensor<[[N:[0-9]+[0-9]]]x3x3xi8> -> tensor<[[N]]x3x3xi8>
func.func @transposed(%x: tensor<1000x3x3xi8>) -> tensor<1000x3x3xi8> {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<1000x3x3xi8>) -> tensor<1000x3x3xi8>
  return %0 : tensor<1000x3x3xi8>
}
