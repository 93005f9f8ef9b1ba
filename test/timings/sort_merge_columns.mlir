func.func public @main(%x: tensor<2300x2xi16>, %y: tensor<2300x2xi16>) -> (tensor<2300x2xi16>, tensor<2300x2xi64>) {
  %small = stablehlo.constant dense<15> : tensor<2300x2xi16>
  %one = stablehlo.constant dense<1> : tensor<2300x2xi16>
  %a = stablehlo.and %x, %small : tensor<2300x2xi16>
  %b = stablehlo.and %y, %small : tensor<2300x2xi16>
  %c = stablehlo.add %b, %one : tensor<2300x2xi16>
  %i = stablehlo.iota dim = 0 : tensor<2300x2xi64>
  %s:3 = "stablehlo.sort"(%a, %c, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i16>, %q: tensor<i16>, %r: tensor<i16>, %t: tensor<i16>, %j: tensor<i64>, %k: tensor<i64>):
    %left = stablehlo.multiply %p, %t : tensor<i16>
    %right = stablehlo.multiply %q, %r : tensor<i16>
    %less = stablehlo.compare LT, %left, %right : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2300x2xi16>, tensor<2300x2xi16>, tensor<2300x2xi64>) -> (tensor<2300x2xi16>, tensor<2300x2xi16>, tensor<2300x2xi64>)
  return %s#0, %s#2 : tensor<2300x2xi16>, tensor<2300x2xi64>
}
