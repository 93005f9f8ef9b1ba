// Running sums of a few rows are taken in order on a GPU, each column by one thread: 1 is lost beside 2^30, and is not where
// it comes after that went.

// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --function=forward --args="[dense<[1.0, 1073741824.0, 1.0, -1073741824.0, 1.0, 1073741824.0, 1.0, -1073741824.0, 1.0, 3.0, 5.0]> : tensor<11xf32>]" %s | FileCheck %s --check-prefix=FORWARD
// FORWARD: [1.000000e+00,
// FORWARD-NEXT: [1.0737418e+09,
// FORWARD-NEXT: [1.0737418e+09,
// FORWARD-NEXT: [0.000000e+00,
// FORWARD-NEXT: [1.000000e+00,
// FORWARD-NEXT: [1.0737418e+09,
// FORWARD-NEXT: [1.0737418e+09,
// FORWARD-NEXT: [0.000000e+00,
// FORWARD-NEXT: [1.000000e+00,
// FORWARD-NEXT: [4.000000e+00,
// FORWARD-NEXT: [9.000000e+00,

// RUN: env WEFT_CUDA_DRIVER=%build/lib/libweft_emulated_cuda.so weft-run --compiled --target=sm_90 --function=backward --args="[dense<[5.0, 3.0, 1.0, -1073741824.0, 1.0, 1073741824.0, 1.0, -1073741824.0, 1.0, 1073741824.0, 1.0]> : tensor<11xf32>]" %s | FileCheck %s --check-prefix=BACKWARD
// BACKWARD: [9.000000e+00,
// BACKWARD-NEXT: [4.000000e+00,
// BACKWARD-NEXT: [1.000000e+00,
// BACKWARD-NEXT: [0.000000e+00,
// BACKWARD-NEXT: [1.0737418e+09,
// BACKWARD-NEXT: [1.0737418e+09,
// BACKWARD-NEXT: [1.000000e+00,
// BACKWARD-NEXT: [0.000000e+00,
// BACKWARD-NEXT: [1.0737418e+09,
// BACKWARD-NEXT: [1.0737418e+09,
// BACKWARD-NEXT: [1.000000e+00,

func.func public @forward(%x: tensor<11xf32>) -> tensor<11x9xf32> {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %columns = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<11xf32>) -> tensor<11x9xf32>
  %sums = "stablehlo.reduce_window"(%columns, %none) <{padding = dense<[[10, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 11, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<11x9xf32>, tensor<f32>) -> tensor<11x9xf32>
  return %sums : tensor<11x9xf32>
}

func.func public @backward(%x: tensor<11xf32>) -> tensor<11x9xf32> {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %columns = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<11xf32>) -> tensor<11x9xf32>
  %sums = "stablehlo.reduce_window"(%columns, %none) <{padding = dense<[[0, 10], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 11, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<11x9xf32>, tensor<f32>) -> tensor<11x9xf32>
  return %sums : tensor<11x9xf32>
}
