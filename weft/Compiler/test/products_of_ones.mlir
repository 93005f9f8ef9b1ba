// Dimensions of one element that only one factor has are one with whatever lies beside them: before all others, between those
// that both have, and behind.
// RUN: weft-run --check-passes %s --function=leading --args="[dense<[[0.0], [1.0], [2.0], [3.0], [4.0]]> : tensor<5x1xf32>, dense<[[[[[0.0], [1.0], [2.0], [3.0], [4.0]]], [[[5.0], [6.0], [7.0], [8.0], [9.0]]], [[[10.0], [11.0], [12.0], [13.0], [14.0]]], [[[15.0], [16.0], [17.0], [18.0], [19.0]]], [[[20.0], [21.0], [22.0], [23.0], [24.0]]]]]> : tensor<1x5x1x5x1xf32>]"
// RUN: weft-run --check-passes %s --function=between --args="[dense<[[[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]]]> : tensor<1x1x2x3x2xf32>, dense<[[[1.0, -1.0]], [[2.0, 1.0]]]> : tensor<2x1x2xf32>]"

func.func @leading(%a: tensor<5x1xf32>, %b: tensor<1x5x1x5x1xf32>) -> tensor<1x1x5xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [] x [], contracting_dims = [1, 0] x [4, 1] : (tensor<5x1xf32>, tensor<1x5x1x5x1xf32>) -> tensor<1x1x5xf32>
  return %0 : tensor<1x1x5xf32>
}
func.func @between(%a: tensor<1x1x2x3x2xf32>, %b: tensor<2x1x2xf32>) -> tensor<2x1x1x3x1xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [2] x [0], contracting_dims = [4] x [2] : (tensor<1x1x2x3x2xf32>, tensor<2x1x2xf32>) -> tensor<2x1x1x3x1xf32>
  return %0 : tensor<2x1x1x3x1xf32>
}
