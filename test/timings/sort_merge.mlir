func.func public @main(%x: tensor<5003xi32>, %y: tensor<5003xi32>) -> (tensor<5003xi32>, tensor<5003xi32>) {
  %small = stablehlo.constant dense<15> : tensor<5003xi32>
  %one = stablehlo.constant dense<1> : tensor<5003xi32>
  %a = stablehlo.and %x, %small : tensor<5003xi32>
  %b = stablehlo.and %y, %small : tensor<5003xi32>
  %c = stablehlo.add %b, %one : tensor<5003xi32>
  %i = stablehlo.iota dim = 0 : tensor<5003xi32>
  %s:3 = "stablehlo.sort"(%a, %c, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<i32>, %t: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>):
    %left = stablehlo.multiply %p, %t : tensor<i32>
    %right = stablehlo.multiply %q, %r : tensor<i32>
    %less = stablehlo.compare LT, %left, %right : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5003xi32>, tensor<5003xi32>, tensor<5003xi32>) -> (tensor<5003xi32>, tensor<5003xi32>, tensor<5003xi32>)
  return %s#0, %s#2 : tensor<5003xi32>, tensor<5003xi32>
}
