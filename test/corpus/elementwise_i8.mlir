module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<777xi8>, %arg1: tensor<777xi8>) -> (tensor<777xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<777xi8>
    %c = stablehlo.constant dense<-7> : tensor<i32>
    %c_0 = stablehlo.constant dense<100> : tensor<i32>
    %1 = call @clip(%0, %c, %c_0) : (tensor<777xi8>, tensor<i32>, tensor<i32>) -> tensor<777xi8>
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %2 = call @floor_divide(%1, %c_1) : (tensor<777xi8>, tensor<i32>) -> tensor<777xi8>
    return %2 : tensor<777xi8>
  }
  func.func private @clip(%arg0: tensor<777xi8>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<777xi8> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<i8>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %2 = stablehlo.maximum %1, %arg0 : tensor<777xi8>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<i8>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %5 = stablehlo.minimum %4, %2 : tensor<777xi8>
    return %5 : tensor<777xi8>
  }
  func.func private @floor_divide(%arg0: tensor<777xi8>, %arg1: tensor<i32>) -> tensor<777xi8> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<i8>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %2 = stablehlo.divide %arg0, %1 : tensor<777xi8>
    %3 = stablehlo.sign %arg0 : tensor<777xi8>
    %4 = stablehlo.sign %0 : tensor<i8>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<777xi8>, tensor<777xi8>) -> tensor<777xi1>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %8 = stablehlo.remainder %arg0, %7 : tensor<777xi8>
    %c = stablehlo.constant dense<0> : tensor<i8>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<777xi8>, tensor<777xi8>) -> tensor<777xi1>
    %11 = stablehlo.and %6, %10 : tensor<777xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i8>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i8>) -> tensor<777xi8>
    %13 = stablehlo.subtract %2, %12 : tensor<777xi8>
    %14 = call @_where(%11, %13, %2) : (tensor<777xi1>, tensor<777xi8>, tensor<777xi8>) -> tensor<777xi8>
    return %14 : tensor<777xi8>
  }
  func.func private @_where(%arg0: tensor<777xi1>, %arg1: tensor<777xi8>, %arg2: tensor<777xi8>) -> tensor<777xi8> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<777xi1>, tensor<777xi8>
    return %0 : tensor<777xi8>
  }
}
