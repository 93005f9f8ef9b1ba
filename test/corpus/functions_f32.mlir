module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xf32>) -> (tensor<1000xf32> {jax.result_info = "result[0]"}, tensor<1000xf32> {jax.result_info = "result[1]"}, tensor<1000xf32> {jax.result_info = "result[2]"}, tensor<1000xf32> {jax.result_info = "result[3]"}, tensor<1000xf32> {jax.result_info = "result[4]"}, tensor<1000xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.cosine %arg0 : tensor<1000xf32>
    %1 = stablehlo.tan %arg0 : tensor<1000xf32>
    %2 = stablehlo.abs %arg0 : tensor<1000xf32>
    %cst = stablehlo.constant dense<3.000000e-01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %4 = stablehlo.power %2, %3 : tensor<1000xf32>
    %5 = stablehlo.cbrt %arg0 : tensor<1000xf32>
    %6 = stablehlo.exponential_minus_one %arg0 : tensor<1000xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1000xf32>
    %8 = stablehlo.add %arg0, %7 : tensor<1000xf32>
    %9 = stablehlo.atan2 %arg0, %8 : tensor<1000xf32>
    return %0, %1, %4, %5, %6, %9 : tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>
  }
}
