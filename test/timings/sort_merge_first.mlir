// Equal keys, of which each run has a few that are among the first ones.
func.func public @main(%x: tensor<9001xi32>, %y: tensor<9001xi32>) -> (tensor<100xi32>, tensor<100xi32>) {
  %small = stablehlo.constant dense<15> : tensor<9001xi32>
  %larger = stablehlo.constant dense<255> : tensor<9001xi32>
  %one = stablehlo.constant dense<1> : tensor<9001xi32>
  %i = stablehlo.iota dim = 0 : tensor<9001xi32>
  %step = stablehlo.constant dense<37> : tensor<9001xi32>
  %far = stablehlo.multiply %i, %step : tensor<9001xi32>
  %everywhere = stablehlo.add %x, %far : tensor<9001xi32>
  %a = stablehlo.and %everywhere, %larger : tensor<9001xi32>
  %b = stablehlo.and %y, %small : tensor<9001xi32>
  %c = stablehlo.add %b, %one : tensor<9001xi32>
  %s:3 = "stablehlo.sort"(%a, %c, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %r: tensor<i32>, %t: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>):
    %left = stablehlo.multiply %p, %t : tensor<i32>
    %right = stablehlo.multiply %q, %r : tensor<i32>
    %less = stablehlo.compare LT, %left, %right : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9001xi32>, tensor<9001xi32>, tensor<9001xi32>) -> (tensor<9001xi32>, tensor<9001xi32>, tensor<9001xi32>)
  %n = stablehlo.slice %s#0 [0:100] : (tensor<9001xi32>) -> tensor<100xi32>
  %m = stablehlo.slice %s#2 [0:100] : (tensor<9001xi32>) -> tensor<100xi32>
  return %n, %m : tensor<100xi32>, tensor<100xi32>
}
