func.func public @main(%a: tensor<7x3001xi32>, %b: tensor<7x3001xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %one), (%b init: %zero) across dimensions = [1] : (tensor<7x3001xi32>, tensor<7x3001xi32>, tensor<i32>, tensor<i32>) -> (tensor<7xi32>, tensor<7xi32>)
    reducer(%x: tensor<i32>, %y: tensor<i32>) (%v: tensor<i32>, %w: tensor<i32>) {
    %p = stablehlo.multiply %x, %y : tensor<i32>
    %q = stablehlo.multiply %v, %y : tensor<i32>
    %r = stablehlo.add %q, %w : tensor<i32>
    stablehlo.return %p, %r : tensor<i32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<7xi32>, tensor<7xi32>
}
