func.func public @main(%x: tensor<90x70xi32>, %i: tensor<500x1xi32>, %u: tensor<500x70xi32>) -> tensor<90x70xi32> {
  %many = stablehlo.constant dense<93> : tensor<500x1xi32>
  %r = stablehlo.remainder %i, %many : tensor<500x1xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.subtract %b, %a : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<90x70xi32>, tensor<500x1xi32>, tensor<500x70xi32>) -> tensor<90x70xi32>
  return %0 : tensor<90x70xi32>
}
