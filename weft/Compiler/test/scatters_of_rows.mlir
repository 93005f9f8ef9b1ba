// Rows that are added to others: each program has some of the rows to itself,
// copies them and adds to them in the order of the updates, so that no thread
// waits for lines that another one has written.
// RUN: weft explain %s --target=x86-64-v4 --stage=emit-code | FileCheck %s
// RUN: weft explain %s --target=x86-64-v4 --stage=tile-kernels | FileCheck %s --check-prefix=TILES
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

// CHECK-NOT: weft.copy.
// CHECK: weft.copy_and.scatter
// CHECK-NOT: weft.copy.

// 100 rows each.
// TILES: {tile.aliases = 0 : i64, tile.part = 6400 : i64}) attributes {stage = "free", grid = 10}
func.func public @main(%x: tensor<1000x64xf64>, %i: tensor<2000x1xi32>, %u: tensor<2000x64xf64>) -> tensor<1000x64xf64> {
  %many = stablehlo.constant dense<1010> : tensor<2000x1xi32>
  %r = stablehlo.remainder %i, %many : tensor<2000x1xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %s = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<1000x64xf64>, tensor<2000x1xi32>, tensor<2000x64xf64>) -> tensor<1000x64xf64>
  return %0 : tensor<1000x64xf64>
}
