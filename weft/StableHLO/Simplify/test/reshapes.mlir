// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @reshapes
func.func @reshapes(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x2xi32>) {
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<{{\[}}[1, 2], [3, 4]]>
  %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<2x3xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.reshape %0 : (tensor<6xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.reshape %c : (tensor<4xi32>) -> tensor<2x2xi32>
  // CHECK: return %arg0, %[[A]], %[[C]]
  return %1, %2, %3 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x2xi32>
}

// CHECK-LABEL: func @transposes
func.func @transposes(%x: tensor<2x3x4xf32>, %y: tensor<2x1x3xf32>) -> (tensor<2x3x4xf32>, tensor<4x2x3xf32>, tensor<1x2x3xf32>, tensor<3x1x2xf32>) {
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.transpose %arg0, dims = [2, 0, 1]
  %a = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %2 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<3x2x4xf32>) -> tensor<4x2x3xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reshape %arg1 : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
  %3 = stablehlo.transpose %y, dims = [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.transpose %arg1, dims = [2, 1, 0]
  %4 = stablehlo.transpose %y, dims = [2, 1, 0] : (tensor<2x1x3xf32>) -> tensor<3x1x2xf32>
  // CHECK: return %arg0, %[[A]], %[[B]], %[[C]]
  return %1, %2, %3, %4 : tensor<2x3x4xf32>, tensor<4x2x3xf32>, tensor<1x2x3xf32>, tensor<3x1x2xf32>
}

// CHECK-LABEL: func @reverses
func.func @reverses(%x: tensor<2x1x4xf32>) -> (tensor<2x1x4xf32>, tensor<2x1x4xf32>, tensor<2x1x4xf32>, tensor<1000xi32>) {
  %c = stablehlo.constant dense<7> : tensor<1000xi32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<7>
  %0 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x1x4xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.reverse %arg0, dims = [2]
  %1 = stablehlo.reverse %0, dims = [0, 2] : tensor<2x1x4xf32>
  %2 = stablehlo.reverse %x, dims = [1] : tensor<2x1x4xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reverse %arg0, dims = [0] :
  %3 = stablehlo.reverse %c, dims = [0] : tensor<1000xi32>
  // CHECK: return %[[A]], %arg0, %[[B]], %[[C]]
  return %1, %2, %0, %3 : tensor<2x1x4xf32>, tensor<2x1x4xf32>, tensor<2x1x4xf32>, tensor<1000xi32>
}

// CHECK-LABEL: func @iota_of_unit
func.func @iota_of_unit() -> (tensor<1x1000xi32>, tensor<1x1000xi32>) {
  // CHECK-DAG: stablehlo.constant dense<0> : tensor<1x1000xi32>
  %0 = stablehlo.iota dim = 0 : tensor<1x1000xi32>
  // CHECK-DAG: stablehlo.iota dim = 1
  %1 = stablehlo.iota dim = 1 : tensor<1x1000xi32>
  return %0, %1 : tensor<1x1000xi32>, tensor<1x1000xi32>
}

// CHECK-LABEL: func @transposes_of_nothing
func.func @transposes_of_nothing(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<200x100xi32>) {
  %c = stablehlo.constant dense<7> : tensor<100x200xi32>
  // CHECK: %[[C:.*]] = stablehlo.constant dense<7> : tensor<200x100xi32>
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.transpose %c, dims = [1, 0] : (tensor<100x200xi32>) -> tensor<200x100xi32>
  // CHECK: return %arg0, %[[C]]
  return %0, %1 : tensor<2x3xf32>, tensor<200x100xi32>
}
