// Systems whose rows are exchanged, in a loop: a thread of a block looks for the largest of a column, others exchange its row, and
// all subtract.
func.func public @main(%x: tensor<2x13x11xf32>, %b: tensor<2x11x5xf32>) -> (tensor<2x11x5xf32>, tensor<2x13xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<2x13xi32>
  %r:3 = stablehlo.while(%i = %zero, %s = %b, %p = %none) : tensor<i32>, tensor<2x11x5xf32>, tensor<2x13xi32>
  cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %turn = stablehlo.convert %j : (tensor<i32>) -> tensor<f32>
    %turns = stablehlo.broadcast_in_dim %turn, dims = [] : (tensor<f32>) -> tensor<2x13x11xf32>
    %scaled = stablehlo.multiply %x, %turns : tensor<2x13x11xf32>
    %a = stablehlo.cosine %scaled : tensor<2x13x11xf32>
    %f, %pivots = stablehlo.lu %a : (tensor<2x13x11xf32>) -> (tensor<2x13x11xf32>, tensor<2x11xi32>)
    %order = stablehlo.pivots_to_permutation %pivots, size = 13 : (tensor<2x11xi32>) -> tensor<2x13xi32>
    %square = stablehlo.slice %f [0:2, 0:11, 0:11] : (tensor<2x13x11xf32>) -> tensor<2x11x11xf32>
    %y = "stablehlo.triangular_solve"(%square, %s) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x11x11xf32>, tensor<2x11x5xf32>) -> tensor<2x11x5xf32>
    %t = stablehlo.tanh %y : tensor<2x11x5xf32>
    stablehlo.return %j, %t, %order : tensor<i32>, tensor<2x11x5xf32>, tensor<2x13xi32>
  }
  return %r#1, %r#2 : tensor<2x11x5xf32>, tensor<2x13xi32>
}
