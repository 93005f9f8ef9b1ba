// A numerically safe softmax over the rows of a matrix: subtract each row's
// maximum, exponentiate, divide by the row's sum. The large numbers in the last
// row would overflow without the first step.

func.func @main() -> tensor<3x4xf32> {
  %scores = stablehlo.constant dense<[
      [1.0, 2.0, 3.0, 4.0],
      [0.0, 0.0, 0.0, 0.0],
      [1000.0, 999.0, 0.0, -1000.0]]> : tensor<3x4xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>

  %largest = stablehlo.reduce(%scores init: %lowest)
      applies stablehlo.maximum across dimensions = [1]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %shift = stablehlo.broadcast_in_dim %largest, dims = [0]
      : (tensor<3xf32>) -> tensor<3x4xf32>
  %shifted = stablehlo.subtract %scores, %shift : tensor<3x4xf32>
  %weights = stablehlo.exponential %shifted : tensor<3x4xf32>

  %sums = stablehlo.reduce(%weights init: %zero)
      applies stablehlo.add across dimensions = [1]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %divisor = stablehlo.broadcast_in_dim %sums, dims = [0]
      : (tensor<3xf32>) -> tensor<3x4xf32>
  %result = stablehlo.divide %weights, %divisor : tensor<3x4xf32>
  return %result : tensor<3x4xf32>
}
