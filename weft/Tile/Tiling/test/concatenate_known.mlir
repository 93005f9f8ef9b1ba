// RUN: weft-opt --emit-tiles --split-input-file %s | FileCheck %s

// A gather asks for one column of its indices after the other: which array
// that column is of is known, and is no choice of the program.
// CHECK-LABEL: tile.kernel @columns_of_indices
// CHECK-NOT:   scf.if
// CHECK:       tile.return
func.func @columns_of_indices(%x: tensor<32x40xf32>, %i: tensor<500x1xi32>, %j: tensor<500x1xi32>) -> tensor<500xf32> {
  %0 = stablehlo.concatenate %i, %j, dim = 1 : (tensor<500x1xi32>, tensor<500x1xi32>) -> tensor<500x2xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x40xf32>, tensor<500x2xi32>) -> tensor<500xf32>
  return %1 : tensor<500xf32>
}

// -----

// The second part is read alone, and the first is not.
// CHECK-LABEL: tile.kernel @second_part
// CHECK:       tile.load %arg1
// CHECK-NOT:   tile.load
// CHECK:       tile.return
func.func @second_part(%x: tensor<8x12xf32>, %y: tensor<8x20xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<8x12xf32>, tensor<8x20xf32>) -> tensor<8x32xf32>
  %1 = stablehlo.slice %0 [0:8, 14:30] : (tensor<8x32xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.negate %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
