module @jit_diffusion attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<300xf32>) -> (tensor<300xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg0) : tensor<i32>, tensor<300xf32>
    cond {
      %c_1 = stablehlo.constant dense<5> : tensor<i32>
      %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = func.call @closed_call(%iterArg_0) : (tensor<300xf32>) -> tensor<300xf32>
      %c_1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      stablehlo.return %2, %1 : tensor<i32>, tensor<300xf32>
    }
    return %0#1 : tensor<300xf32>
  }
  func.func private @closed_call(%arg0: tensor<300xf32>) -> tensor<300xf32> {
    %0 = call @_roll_static(%arg0) : (tensor<300xf32>) -> tensor<300xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<300xf32>
    %2 = stablehlo.multiply %1, %arg0 : tensor<300xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<300xf32>
    %4 = call @_roll_static_0(%arg0) : (tensor<300xf32>) -> tensor<300xf32>
    %5 = stablehlo.add %3, %4 : tensor<300xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<300xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<300xf32>
    %8 = stablehlo.add %arg0, %7 : tensor<300xf32>
    return %8 : tensor<300xf32>
  }
  func.func private @_roll_static(%arg0: tensor<300xf32>) -> tensor<300xf32> {
    %0 = stablehlo.slice %arg0 [299:300] : (tensor<300xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %arg0 [0:299] : (tensor<300xf32>) -> tensor<299xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<299xf32>) -> tensor<300xf32>
    return %2 : tensor<300xf32>
  }
  func.func private @_roll_static_0(%arg0: tensor<300xf32>) -> tensor<300xf32> {
    %0 = stablehlo.slice %arg0 [1:300] : (tensor<300xf32>) -> tensor<299xf32>
    %1 = stablehlo.slice %arg0 [0:1] : (tensor<300xf32>) -> tensor<1xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<299xf32>, tensor<1xf32>) -> tensor<300xf32>
    return %2 : tensor<300xf32>
  }
}
