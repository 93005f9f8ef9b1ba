// Systems whose rows are exchanged, in a loop: a thread of a block looks for the largest of a column, others exchange its row, and
// all subtract.
func.func public @main(%x: tensor<2x13x11xf32>, %b: tensor<2x11x5xf32>) -> tensor<2x11x5xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %b) : tensor<i32>, tensor<2x11x5xf32>
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
    %first = stablehlo.slice %order [0:2, 2:13] : (tensor<2x13xi32>) -> tensor<2x11xi32>
    %places = stablehlo.convert %first : (tensor<2x11xi32>) -> tensor<2x11xf32>
    %more = stablehlo.broadcast_in_dim %places, dims = [0, 1] : (tensor<2x11xf32>) -> tensor<2x11x5xf32>
    %square = stablehlo.slice %f [0:2, 0:11, 0:11] : (tensor<2x13x11xf32>) -> tensor<2x11x11xf32>
    %y = "stablehlo.triangular_solve"(%square, %s) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x11x11xf32>, tensor<2x11x5xf32>) -> tensor<2x11x5xf32>
    %h = stablehlo.tanh %y : tensor<2x11x5xf32>
    %t = stablehlo.add %h, %more : tensor<2x11x5xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<2x11x5xf32>
  }
  return %r#1 : tensor<2x11x5xf32>
}
