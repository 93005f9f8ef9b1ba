module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<100x77xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<77xf32> {jax.result_info = "result[1]"}, tensor<100xf32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<100x77xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.minimum across dimensions = [0] : (tensor<100x77xf32>, tensor<f32>) -> tensor<77xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.multiply across dimensions = [1] : (tensor<100x77xf32>, tensor<f32>) -> tensor<100xf32>
    return %0, %1, %2 : tensor<f32>, tensor<77xf32>, tensor<100xf32>
  }
}
