module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x6001xcomplex<f64>>) -> (tensor<2x6001xcomplex<f64>> {jax.result_info = "result"}) {
    %0 = call @cumsum(%arg0) : (tensor<2x6001xcomplex<f64>>) -> tensor<2x6001xcomplex<f64>>
    return %0 : tensor<2x6001xcomplex<f64>>
  }
  func.func private @cumsum(%arg0: tensor<2x6001xcomplex<f64>>) -> tensor<2x6001xcomplex<f64>> {
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<complex<f64>>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 6000]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 6001>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<complex<f64>>, %arg2: tensor<complex<f64>>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<complex<f64>>
      stablehlo.return %2 : tensor<complex<f64>>
    }) : (tensor<2x6001xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2x6001xcomplex<f64>>
    return %1 : tensor<2x6001xcomplex<f64>>
  }
}
