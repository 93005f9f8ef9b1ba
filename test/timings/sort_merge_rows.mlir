func.func public @main(%x: tensor<9x70xi16>, %y: tensor<9x70xi16>) -> (tensor<9x70xi16>, tensor<9x70xi32>) {
  %small = stablehlo.constant dense<15> : tensor<9x70xi16>
  %one = stablehlo.constant dense<1> : tensor<9x70xi16>
  %a = stablehlo.and %x, %small : tensor<9x70xi16>
  %b = stablehlo.and %y, %small : tensor<9x70xi16>
  %c = stablehlo.add %b, %one : tensor<9x70xi16>
  %i = stablehlo.iota dim = 1 : tensor<9x70xi32>
  %s:3 = "stablehlo.sort"(%a, %c, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i16>, %q: tensor<i16>, %r: tensor<i16>, %t: tensor<i16>, %j: tensor<i32>, %k: tensor<i32>):
    %left = stablehlo.multiply %p, %t : tensor<i16>
    %right = stablehlo.multiply %q, %r : tensor<i16>
    %less = stablehlo.compare LT, %left, %right : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9x70xi16>, tensor<9x70xi16>, tensor<9x70xi32>) -> (tensor<9x70xi16>, tensor<9x70xi16>, tensor<9x70xi32>)
  return %s#0, %s#2 : tensor<9x70xi16>, tensor<9x70xi32>
}
