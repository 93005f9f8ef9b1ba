// A kernel of numbers that holds as much as a kernel may takes no copy as well.
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-fuzz-programs --file=%s --stages=pipeline --target=sm_90

module {
  func.func @main(%arg0: tensor<2x2x4xf8E5M2>, %arg1: tensor<f8E3M4>, %arg2: tensor<4x1x4xf64>, %arg3: tensor<2xui4>, %arg4: tensor<2x1x3x4xui4>) -> (tensor<2x1x3x4xui4>, tensor<ui4>, tensor<2xui4>, tensor<4x1x4xf64>, tensor<f8E3M4>, tensor<f8E3M4>, tensor<2x2x4xf8E5M2>) {
    %c = stablehlo.constant dense<4> : tensor<1x1x1xui4>
    %0 = stablehlo.reverse %c, dims = [1] : tensor<1x1x1xui4>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1xui4>) -> tensor<ui4>
    %cst = stablehlo.constant dense<0xF0> : tensor<f8E3M4>
    %c_0 = stablehlo.constant dense<> : tensor<0xi64>
    %2 = stablehlo.rng %cst, %cst, %c_0, distribution = NORMAL : (tensor<f8E3M4>, tensor<f8E3M4>, tensor<0xi64>) -> tensor<f8E3M4>
    return %arg4, %1, %arg3, %arg2, %2, %arg1, %arg0 : tensor<2x1x3x4xui4>, tensor<ui4>, tensor<2xui4>, tensor<4x1x4xf64>, tensor<f8E3M4>, tensor<f8E3M4>, tensor<2x2x4xf8E5M2>
  }
}
