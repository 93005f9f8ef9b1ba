// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @lossless
func.func @lossless(%a: tensor<2xi8>, %b: tensor<2xbf16>, %c: tensor<2xi1>, %d: tensor<2xi64>)
    -> (tensor<2xi8>, tensor<2xf64>, tensor<2xf32>, tensor<2xi16>, tensor<2xi8>) {
  // CHECK-DAG: %[[B:.*]] = stablehlo.convert %arg1 : (tensor<2xbf16>) -> tensor<2xf64>
  // CHECK-DAG: %[[C:.*]] = stablehlo.convert %arg2 : (tensor<2xi1>) -> tensor<2xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.convert %arg3 : (tensor<2xi64>) -> tensor<2xi16>
  %0 = stablehlo.convert %a : (tensor<2xi8>) -> tensor<2xi32>
  %1 = stablehlo.convert %0 : (tensor<2xi32>) -> tensor<2xi8>
  %2 = stablehlo.convert %b : (tensor<2xbf16>) -> tensor<2xf32>
  %3 = stablehlo.convert %2 : (tensor<2xf32>) -> tensor<2xf64>
  %4 = stablehlo.convert %c : (tensor<2xi1>) -> tensor<2xi32>
  %5 = stablehlo.convert %4 : (tensor<2xi32>) -> tensor<2xf32>
  // Low bits are low bits.
  %6 = stablehlo.convert %d : (tensor<2xi64>) -> tensor<2xi32>
  %7 = stablehlo.convert %6 : (tensor<2xi32>) -> tensor<2xi16>
  %8 = stablehlo.convert %a : (tensor<2xi8>) -> tensor<2xf16>
  %9 = stablehlo.convert %8 : (tensor<2xf16>) -> tensor<2xi8>
  // CHECK: return %arg0, %[[B]], %[[C]], %[[D]], %arg0
  return %1, %3, %5, %7, %9 : tensor<2xi8>, tensor<2xf64>, tensor<2xf32>, tensor<2xi16>, tensor<2xi8>
}

// CHECK-LABEL: func @lossy_stays
func.func @lossy_stays(%a: tensor<2xf32>, %b: tensor<2xi32>, %c: tensor<2xi8>, %d: tensor<2xf8E5M2>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xui8>, tensor<2xf32>, tensor<2xi64>) {
  // CHECK-COUNT-10: stablehlo.convert
  %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xbf16>
  %1 = stablehlo.convert %0 : (tensor<2xbf16>) -> tensor<2xf32>
  %2 = stablehlo.convert %b : (tensor<2xi32>) -> tensor<2xf16>
  %3 = stablehlo.convert %2 : (tensor<2xf16>) -> tensor<2xf32>
  // A negative number saturates as a float and wraps as an integer.
  %4 = stablehlo.convert %c : (tensor<2xi8>) -> tensor<2xf32>
  %5 = stablehlo.convert %4 : (tensor<2xf32>) -> tensor<2xui8>
  // No infinity in between.
  %6 = stablehlo.convert %d : (tensor<2xf8E5M2>) -> tensor<2xf8E4M3FN>
  %7 = stablehlo.convert %6 : (tensor<2xf8E4M3FN>) -> tensor<2xf32>
  // The sign is repeated from another place.
  %8 = stablehlo.convert %b : (tensor<2xi32>) -> tensor<2xi8>
  %9 = stablehlo.convert %8 : (tensor<2xi8>) -> tensor<2xi64>
  return %1, %3, %5, %7, %9 : tensor<2xf32>, tensor<2xf32>, tensor<2xui8>, tensor<2xf32>, tensor<2xi64>
}

// CHECK-LABEL: func @iota
func.func @iota() -> (tensor<1000xf32>, tensor<1000xi32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.iota dim = 0 : tensor<1000xf32>
  %0 = stablehlo.iota dim = 0 : tensor<1000xi32>
  %1 = stablehlo.convert %0 : (tensor<1000xi32>) -> tensor<1000xf32>
  // It has wrapped around.
  // CHECK-DAG: %[[B:.*]] = stablehlo.iota dim = 0 : tensor<1000xi8>
  // CHECK-DAG: %[[C:.*]] = stablehlo.convert %[[B]]
  %2 = stablehlo.iota dim = 0 : tensor<1000xi8>
  %3 = stablehlo.convert %2 : (tensor<1000xi8>) -> tensor<1000xi32>
  // CHECK: return %[[A]], %[[C]]
  return %1, %3 : tensor<1000xf32>, tensor<1000xi32>
}

// CHECK-LABEL: func @bitcasts
func.func @bitcasts(%a: tensor<2xf32>, %b: tensor<2xf64>) -> (tensor<2xui32>, tensor<2xf64>, tensor<2x4xi16>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<2xf32>) -> tensor<2xui32>
  %0 = stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2xi32>
  %1 = stablehlo.bitcast_convert %0 : (tensor<2xi32>) -> tensor<2xui32>
  %2 = stablehlo.bitcast_convert %b : (tensor<2xf64>) -> tensor<2x2xi32>
  %3 = stablehlo.bitcast_convert %2 : (tensor<2x2xi32>) -> tensor<2xf64>
  // CHECK-DAG: %[[B:.*]] = stablehlo.bitcast_convert %arg1 : (tensor<2xf64>) -> tensor<2xi64>
  // CHECK-DAG: %[[C:.*]] = stablehlo.bitcast_convert %[[B]] : (tensor<2xi64>) -> tensor<2x4xi16>
  %4 = stablehlo.bitcast_convert %b : (tensor<2xf64>) -> tensor<2xi64>
  %5 = stablehlo.bitcast_convert %4 : (tensor<2xi64>) -> tensor<2x4xi16>
  // CHECK: return %[[A]], %arg1, %[[C]]
  return %1, %3, %5 : tensor<2xui32>, tensor<2xf64>, tensor<2x4xi16>
}

// CHECK-LABEL: func @reduce_precision
func.func @reduce_precision(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.reduce_precision %a, format = e8m23 : tensor<2xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.reduce_precision %arg0, format = e5m10
  %1 = stablehlo.reduce_precision %a, format = e5m10 : tensor<2xf32>
  %2 = stablehlo.reduce_precision %1, format = e5m10 : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reduce_precision %[[A]], format = e8m7
  %3 = stablehlo.reduce_precision %1, format = e8m7 : tensor<2xf32>
  // CHECK: return %arg0, %[[A]], %[[B]]
  return %0, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @to_its_own_type
func.func @to_its_own_type(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.convert %a : tensor<2xf32>
  // CHECK: return %arg0
  return %0 : tensor<2xf32>
}
