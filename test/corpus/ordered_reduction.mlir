module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x1000xf32>, %arg1: tensor<10x1000xf32>) -> (tensor<10xf32> {jax.result_info = "result[0]"}, tensor<10xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %cst_0) across dimensions = [1] : (tensor<10x1000xf32>, tensor<10x1000xf32>, tensor<f32>, tensor<f32>) -> (tensor<10xf32>, tensor<10xf32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<f32>, %arg5: tensor<f32>)  {
      %1 = stablehlo.multiply %arg2, %arg4 : tensor<f32>
      %2 = stablehlo.multiply %arg4, %arg3 : tensor<f32>
      %3 = stablehlo.add %2, %arg5 : tensor<f32>
      stablehlo.return %1, %3 : tensor<f32>, tensor<f32>
    }
    return %0#0, %0#1 : tensor<10xf32>, tensor<10xf32>
  }
}
