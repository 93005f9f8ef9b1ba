func.func public @main(%x: tensor<900xi32>, %y: tensor<900xi32>, %i: tensor<5000x1xi32>, %u: tensor<5000xi32>, %v: tensor<5000xi32>) -> (tensor<900xi32>, tensor<900xi32>) {
  %many = stablehlo.constant dense<910> : tensor<5000x1xi32>
  %r = stablehlo.remainder %i, %many : tensor<5000x1xi32>
  %twice = stablehlo.add %x, %x : tensor<900xi32>
  %0:2 = "stablehlo.scatter"(%twice, %y, %r, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.multiply %a, %c : tensor<i32>
    %q = stablehlo.multiply %b, %c : tensor<i32>
    %s = stablehlo.add %q, %d : tensor<i32>
    stablehlo.return %p, %s : tensor<i32>, tensor<i32>
  }) : (tensor<900xi32>, tensor<900xi32>, tensor<5000x1xi32>, tensor<5000xi32>, tensor<5000xi32>) -> (tensor<900xi32>, tensor<900xi32>)
  return %0#0, %0#1 : tensor<900xi32>, tensor<900xi32>
}
