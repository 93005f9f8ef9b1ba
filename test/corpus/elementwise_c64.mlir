module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<333xcomplex<f32>>) -> (tensor<333xcomplex<f32>> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential %arg0 : tensor<333xcomplex<f32>>
    %cst = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<333xcomplex<f32>>
    %2 = stablehlo.add %arg0, %1 : tensor<333xcomplex<f32>>
    %3 = stablehlo.divide %0, %2 : tensor<333xcomplex<f32>>
    return %3 : tensor<333xcomplex<f32>>
  }
}
