module @lu attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x21x19xf32>) -> (tensor<3x21x19xf32>, tensor<3x19xi32>) {
    %0:2 = stablehlo.lu %arg0 : (tensor<3x21x19xf32>) -> (tensor<3x21x19xf32>, tensor<3x19xi32>)
    return %0#0, %0#1 : tensor<3x21x19xf32>, tensor<3x19xi32>
  }
}
