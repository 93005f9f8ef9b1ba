func.func public @main(%x: tensor<256x256xf32>, %n: tensor<i32>) -> (tensor<256x256xf32>, tensor<256x256xf32>, tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.negate %x : tensor<256x256xf32>
  %1 = stablehlo.optimization_barrier %0 : tensor<256x256xf32>
  %2 = stablehlo.exponential %1 : tensor<256x256xf32>
  %3 = stablehlo.add %2, %2 : tensor<256x256xf32>
  %4 = stablehlo.optimization_barrier %3 : tensor<256x256xf32>
  %5 = stablehlo.negate %4 : tensor<256x256xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // A small loop, and one with a call in it.
  %6 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  %7 = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.custom_call @next(%i) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %5, %x, %6, %7 : tensor<256x256xf32>, tensor<256x256xf32>, tensor<i32>, tensor<i32>
}
