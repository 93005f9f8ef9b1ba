func.func public @main(%x: tensor<200x300xf32>, %y: tensor<300x250xf32>) -> tensor<200x250xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<200x300xf32>, tensor<300x250xf32>) -> tensor<200x250xf32>
  return %0 : tensor<200x250xf32>
}
