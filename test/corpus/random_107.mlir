module {
  func.func @main(%arg0: tensor<2x2x1x2xf32>, %arg1: tensor<1x1x2x1xf32>, %arg2: tensor<1x1x2xf32>, %arg3: tensor<4x2x4xf32>) -> (tensor<2x2x1x2xf32>, tensor<1x2x2xf32>, tensor<4x2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
    %0 = stablehlo.real %arg0 : tensor<2x2x1x2xf32>
    %1 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1, 3] x [0, 1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1x1x2x1xf32>, tensor<1x1x2xf32>) -> tensor<1x2x2xf32>
    %2 = stablehlo.uniform_quantize %arg3 : (tensor<4x2x4xf32>) -> tensor<4x2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %3 = stablehlo.log_plus_one %2 : tensor<4x2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    return %0, %1, %3 : tensor<2x2x1x2xf32>, tensor<1x2x2xf32>, tensor<4x2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  }
}
