// Comparators, and parts of them, that compare nothing of what is sorted: what has no operands is the same of both places.
// RUN: weft-run --check-passes %s

func.func @main(%x: tensor<300xf32>, %y: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi32>, tensor<300xf32>) {
  %equal = "stablehlo.sort"(%y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%i: tensor<i32>, %j: tensor<i32>):
    %false = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %false : tensor<i1>
  }) : (tensor<300xi32>) -> tensor<300xi32>
  %same = "stablehlo.sort"(%y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%i: tensor<i32>, %j: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %other = stablehlo.constant dense<1> : tensor<i32>
    %isLess = stablehlo.compare LT, %one, %other, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %isLess : tensor<i1>
  }) : (tensor<300xi32>) -> tensor<300xi32>
  %second:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %other = stablehlo.constant dense<1> : tensor<i32>
    %isFirst = stablehlo.compare LT, %one, %other, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %areSame = stablehlo.compare EQ, %one, %other, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %isLess = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %isThen = stablehlo.and %areSame, %isLess : tensor<i1>
    %isBefore = stablehlo.or %isFirst, %isThen : tensor<i1>
    stablehlo.return %isBefore : tensor<i1>
  }) : (tensor<300xf32>, tensor<300xi32>) -> (tensor<300xf32>, tensor<300xi32>)
  return %equal, %same, %second#0 : tensor<300xi32>, tensor<300xi32>, tensor<300xf32>
}
