// What moves elements before or behind a large product is a kernel of its own where tiles of both would be a few columns
// wide: the tiler is asked.
// RUN: weft explain --target=x86-64-v4 --function=patches %s | FileCheck %s --check-prefix=PATCHES
// RUN: weft explain --target=x86-64-v4 --function=colours %s | FileCheck %s --check-prefix=COLOURS

// Patches of an image, whose rows lie apart.
// PATCHES: stay apart (slower
// PATCHES: what it computes
// PATCHES: stablehlo.transpose
// PATCHES: == kernel @dot_1
// PATCHES: what it computes
// PATCHES-NOT: stablehlo.transpose
// PATCHES: stablehlo.dot_general
// PATCHES-NOT: stablehlo.transpose
// PATCHES: as a program on tiles
func.func public @patches(%x: tensor<2x224x224x3xf32>, %w: tensor<768x192xf32>) -> tensor<2x196x192xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x224x224x3xf32>) -> tensor<2x14x16x14x16x3xf32>
  %1 = stablehlo.transpose %0, dims = [0, 1, 3, 2, 4, 5] : (tensor<2x14x16x14x16x3xf32>) -> tensor<2x14x14x16x16x3xf32>
  %2 = stablehlo.reshape %1 : (tensor<2x14x14x16x16x3xf32>) -> tensor<2x196x768xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [2] x [0] : (tensor<2x196x768xf32>, tensor<768x192xf32>) -> tensor<2x196x192xf32>
  return %3 : tensor<2x196x192xf32>
}

// Columns that become places and their colours, places first.
// COLOURS: == kernel @dot_0
// COLOURS: stay apart (slower
// COLOURS: what it computes
// COLOURS: stablehlo.dot_general
// COLOURS-NOT: stablehlo.transpose
// COLOURS: as a program on tiles
func.func public @colours(%w: tensor<600x400xf32>, %x: tensor<400x1350xf32>) -> tensor<450x600x3xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<600x400xf32>, tensor<400x1350xf32>) -> tensor<600x1350xf32>
  %1 = stablehlo.reshape %0 : (tensor<600x1350xf32>) -> tensor<600x450x3xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0, 2] : (tensor<600x450x3xf32>) -> tensor<450x600x3xf32>
  return %2 : tensor<450x600x3xf32>
}
