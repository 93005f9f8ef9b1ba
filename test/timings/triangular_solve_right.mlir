module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x21x21xf32>, %arg1: tensor<2x9x21xf32>) -> (tensor<2x9x21xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<21x21xi32>
    %1 = stablehlo.iota dim = 1 : tensor<21x21xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<21x21xi32>
    %3 = stablehlo.add %0, %2 : tensor<21x21xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<21x21xi32>, tensor<21x21xi32>) -> tensor<21x21xi1>
    %5 = stablehlo.convert %4 : (tensor<21x21xi1>) -> tensor<21x21xf32>
    %cst = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<21x21xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<21x21xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<21x21xf32>) -> tensor<1x21x21xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x21x21xf32>) -> tensor<2x21x21xf32>
    %10 = stablehlo.add %arg0, %9 : tensor<2x21x21xf32>
    %11 = "stablehlo.triangular_solve"(%10, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x21x21xf32>, tensor<2x9x21xf32>) -> tensor<2x9x21xf32>
    return %11 : tensor<2x9x21xf32>
  }
}
