module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x24x17xcomplex<f32>>) -> (tensor<3x24x32xf32> {jax.result_info = "result"}) {
    %0 = call @fft(%arg0) : (tensor<3x24x17xcomplex<f32>>) -> tensor<3x24x32xf32>
    return %0 : tensor<3x24x32xf32>
  }
  func.func private @fft(%arg0: tensor<3x24x17xcomplex<f32>>) -> tensor<3x24x32xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [24, 32] : (tensor<3x24x17xcomplex<f32>>) -> tensor<3x24x32xf32>
    return %0 : tensor<3x24x32xf32>
  }
}
