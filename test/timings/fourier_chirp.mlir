module @fourier_chirp {
  func.func public @main(%arg0: tensor<2x2053xcomplex<f32>>) -> tensor<2x2053xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = FFT, length = [2053] : (tensor<2x2053xcomplex<f32>>) -> tensor<2x2053xcomplex<f32>>
    return %0 : tensor<2x2053xcomplex<f32>>
  }
}
