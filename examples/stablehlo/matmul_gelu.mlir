// A layer of a neural network: bf16 activations times bf16 weights, summed in
// f32, a bias, then GELU in its exact form x/2 * (1 + erf(x/sqrt(2))). `erf` is
// a CHLO operation; it is expanded into StableHLO before the program runs.

func.func @main() -> tensor<2x3xbf16> {
  %x = stablehlo.constant dense<[[1.0, -2.0, 0.5, 3.0],
                                 [0.25, 1.5, -1.0, 2.0]]> : tensor<2x4xbf16>
  %w = stablehlo.constant dense<[[0.5, -1.0, 0.25],
                                 [1.0, 0.5, -0.5],
                                 [-0.75, 2.0, 1.0],
                                 [0.125, -0.25, 0.5]]> : tensor<4x3xbf16>
  %bias = stablehlo.constant dense<[0.1, -0.2, 0.3]> : tensor<3xf32>
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<2x4xbf16>, tensor<4x3xbf16>) -> tensor<2x3xf32>
  %biases = stablehlo.broadcast_in_dim %bias, dims = [1]
      : (tensor<3xf32>) -> tensor<2x3xf32>
  %linear = stablehlo.add %product, %biases : tensor<2x3xf32>

  %half = stablehlo.constant dense<0.5> : tensor<2x3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %rsqrt2 = stablehlo.constant dense<0.707106769> : tensor<2x3xf32>
  %scaled = stablehlo.multiply %linear, %rsqrt2 : tensor<2x3xf32>
  %erf = chlo.erf %scaled : tensor<2x3xf32> -> tensor<2x3xf32>
  %factor = stablehlo.add %erf, %one : tensor<2x3xf32>
  %halves = stablehlo.multiply %linear, %half : tensor<2x3xf32>
  %gelu = stablehlo.multiply %halves, %factor : tensor<2x3xf32>
  %result = stablehlo.convert %gelu : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  return %result : tensor<2x3xbf16>
}
