// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt --emit-bytecode %s | weft-opt | FileCheck %s

// CHECK-LABEL: func @equal
func.func @equal(%a: tensor<2xi32>, %q: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  // CHECK-NEXT: check.expect_eq %arg0, %arg0 : tensor<2xi32>
  check.expect_eq %a, %a : tensor<2xi32>
  // CHECK-NEXT: check.expect_eq %arg1, %arg1 : tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  check.expect_eq %q, %q : tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  // CHECK-NEXT: check.expect_eq_const %arg0, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  // CHECK-NEXT: check.expect_eq_const %arg0, dense<1> : tensor<2xi32>
  "check.expect_eq_const"(%a) <{value = dense<1> : tensor<2xi32>}> : (tensor<2xi32>) -> ()
  return
}

// CHECK-LABEL: func @almost_equal
func.func @almost_equal(%a: tensor<2xf32>, %c: tensor<complex<f64>>) {
  // CHECK-NEXT: check.expect_almost_eq %arg0, %arg0 : tensor<2xf32>
  check.expect_almost_eq %a, %a : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq %arg1, %arg1, tolerance = 1.000000e-01 : tensor<complex<f64>>
  check.expect_almost_eq %c, %c, tolerance = 0.1 : tensor<complex<f64>>
  // CHECK-NEXT: check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>
  // CHECK-NEXT: check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>, tolerance = 1.000000e-01
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32> {tolerance = 0.1 : f64}
  return
}

// CHECK-LABEL: func @close
func.func @close(%a: tensor<2xf16>) {
  // CHECK-NEXT: check.expect_close %arg0, %arg0, max_ulp_difference = 3 : tensor<2xf16>, tensor<2xf16>
  check.expect_close %a, %a, max_ulp_difference = 3 : tensor<2xf16>, tensor<2xf16>
  // CHECK-NEXT: check.expect_close %arg0, %arg0, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf16>, tensor<2xf16>
  check.expect_close %a, %a, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf16>, tensor<2xf16>
  return
}

// CHECK-LABEL: func @serialized
func.func @serialized(%a: tensor<i64>) {
  // CHECK-NEXT: check.expect_serialized_eq %arg0, probe_id = "p" : tensor<i64>
  check.expect_serialized_eq %a, probe_id = "p" : tensor<i64>
  // CHECK-NEXT: check.expect_serialized_eq %arg0, probe_id = "p/q", iter = 7 : tensor<i64>
  check.expect_serialized_eq %a, probe_id = "p/q", iter = 7 : tensor<i64>
  return
}
