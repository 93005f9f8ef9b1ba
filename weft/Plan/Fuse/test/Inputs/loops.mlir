func.func public @main(%n: tensor<i32>, %a: tensor<16x16xf32>, %x: tensor<16xf32>, %b: tensor<128x128xf32>, %y: tensor<128x16xf32>) -> (tensor<16xf32>, tensor<128x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // A recurrence of 16 numbers.
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %a, %s, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %t = stablehlo.tanh %p : tensor<16xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<16xf32>
  }
  // Products that one block would take long for.
  %1:2 = stablehlo.while(%i = %zero, %s = %y) : tensor<i32>, tensor<128x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %b, %s, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x16xf32>) -> tensor<128x16xf32>
    %q = stablehlo.dot_general %b, %p, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x16xf32>) -> tensor<128x16xf32>
    %r = stablehlo.dot_general %b, %q, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x16xf32>) -> tensor<128x16xf32>
    %t = stablehlo.tanh %r : tensor<128x16xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<128x16xf32>
  }
  return %0#1, %1#1 : tensor<16xf32>, tensor<128x16xf32>
}
