// RUN: weft-opt %s | weft-opt | FileCheck %s

// Booleans in hexadecimal, a byte each or eight to a byte.
// CHECK-LABEL: func @booleans
func.func @booleans() {
  // CHECK-NEXT: dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %0 = stablehlo.constant dense<"0x010001010000010001"> : tensor<9xi1>
  // CHECK-NEXT: dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>
  %1 = stablehlo.constant dense<"0x4D01"> : tensor<9xi1>
  // CHECK-NEXT: dense<true> : tensor<4xi1>
  %2 = stablehlo.constant dense<"0xFF"> : tensor<4xi1>
  return
}

// CHECK-LABEL: func @others
func.func @others() {
  // CHECK-NEXT: {mark} dense<[1, 2]> : tensor<2xi16>
  %0 = stablehlo.constant {mark} dense<"0x01000200"> : tensor<2xi16>
  // CHECK-NEXT: dense<1.000000e+00> : tensor<3xf32>
  %1 = stablehlo.constant dense<"0x0000803F"> : tensor<3xf32>
  // CHECK-NEXT: dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
  %2 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<complex<f32>>
  // CHECK-NEXT: dense<> : tensor<0x2xf64>
  %3 = stablehlo.constant dense<> : tensor<0x2xf64>
  // CHECK-NEXT: dense<[1.500000e+00, -6.000000e+00]> : tensor<2xf4E2M1FN>
  %4 = stablehlo.constant dense<[1.5, -6.0]> : tensor<2xf4E2M1FN>
  // CHECK-NEXT: dense_resource<blob> : tensor<2xi8>
  %5 = stablehlo.constant dense_resource<blob> : tensor<2xi8>
  return
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x010000000102"
    }
  }
#-}
