module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300x700xf32>, %arg1: tensor<300x700xf32>) -> (tensor<300x700xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<300x700xf32>
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300x700xf32>
    %2 = stablehlo.add %0, %1 : tensor<300x700xf32>
    %3 = stablehlo.tanh %2 : tensor<300x700xf32>
    %4 = stablehlo.negate %arg1 : tensor<300x700xf32>
    %5 = stablehlo.exponential %4 : tensor<300x700xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<300x700xf32>
    %7 = stablehlo.add %6, %5 : tensor<300x700xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<300x700xf32>
    %9 = stablehlo.divide %8, %7 : tensor<300x700xf32>
    %10 = stablehlo.multiply %3, %9 : tensor<300x700xf32>
    return %10 : tensor<300x700xf32>
  }
}
