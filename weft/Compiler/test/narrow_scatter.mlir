// Sums of floats of a few bits are not made by atomic updates: they would leave the range in one order, and not in another.

// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: such floats have too few bits for sums in any order

func.func public @main(%x: tensor<5xf8E4M3B11FNUZ>, %i: tensor<9x1xi32>, %u: tensor<9xf8E4M3B11FNUZ>) -> tensor<5xf8E4M3B11FNUZ> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, unique_indices = false,
      scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f8E4M3B11FNUZ>, %b: tensor<f8E4M3B11FNUZ>):
    %s = stablehlo.add %a, %b : tensor<f8E4M3B11FNUZ>
    stablehlo.return %s : tensor<f8E4M3B11FNUZ>
  }) : (tensor<5xf8E4M3B11FNUZ>, tensor<9x1xi32>, tensor<9xf8E4M3B11FNUZ>) -> tensor<5xf8E4M3B11FNUZ>
  return %0 : tensor<5xf8E4M3B11FNUZ>
}
