// A logarithm may be off as far as it says: code for GPUs takes it from an instruction of few digits.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline
// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-fuzz-programs --file=%s --stages=pipeline --target=sm_90

module {
  func.func @main(%arg0: tensor<512xf32>) -> tensor<512xf32> {
    %0 = stablehlo.log %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 4.76837158203125E-7, rtol = 4.76837158203125E-7, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<512xf32>
    return %0 : tensor<512xf32>
  }
}

// --args='[dense<1.00000143> : tensor<512xf32>]'
