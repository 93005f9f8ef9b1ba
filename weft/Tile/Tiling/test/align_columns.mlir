// Rows of columns that are reduced by blocks of threads and do not begin with
// whole vectors are put together to rows that do. What is left of them is
// joined in the end.
// RUN: weft explain %s --target=sm_90 --function=odd --stage=expand-operations | FileCheck %s --check-prefix=ODD
// RUN: weft explain %s --target=sm_90 --function=odd --stage=plan-transfers | FileCheck %s --check-prefix=VECTORS
// RUN: weft explain %s --target=sm_90 --function=odd | FileCheck %s --check-prefix=KERNELS
// RUN: weft explain %s --target=sm_90 --function=tall --stage=expand-operations | FileCheck %s --check-prefix=TALL
// RUN: weft explain %s --target=sm_90 --function=middle --stage=expand-operations | FileCheck %s --check-prefix=MIDDLE
// RUN: weft explain %s --target=sm_90 --function=apart --stage=expand-operations | FileCheck %s --check-prefix=APART
// RUN: weft explain %s --target=sm_90 --function=flat --stage=expand-operations | FileCheck %s --check-prefix=FLAT
// RUN: weft explain %s --target=sm_90 --function=whole --stage=expand-operations | FileCheck %s --check-prefix=WHOLE
// RUN: weft explain %s --target=arm64 --function=odd --stage=expand-operations | FileCheck %s --check-prefix=CORES

// Eight rows of two bytes an element are a multiple of sixteen bytes.
// ODD: stablehlo.slice %arg0 [0:1016, 0:30011]
// ODD: stablehlo.reshape {{.*}} -> tensor<1x1x127x240088xbf16>
// ODD: stablehlo.reduce{{.*}} across dimensions = [2] : (tensor<1x1x127x240088xf32>
// ODD: stablehlo.slice %arg0 [1016:1021, 0:30011]
// ODD: stablehlo.reshape {{.*}} -> tensor<8x30011xf32>
// ODD: stablehlo.reduce{{.*}} across dimensions = [0] : (tensor<8x30011xf64>
// ODD: stablehlo.reduce{{.*}} across dimensions = [0] : (tensor<5x30011xf64>
// ODD: stablehlo.add {{.*}} : tensor<30011xf64>
// VECTORS: tile.load %arg0{{.*}} {vector = 8 : i64}
// KERNELS: 2 kernels
// CORES-NOT: stablehlo.slice
func.func public @odd(%x: tensor<1021x30011xbf16>) -> tensor<30011xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %wide = stablehlo.convert %x : (tensor<1021x30011xbf16>) -> tensor<1021x30011xf32>
  %0 = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1021x30011xf32>, tensor<f32>) -> tensor<30011xf32>
  return %0 : tensor<30011xf32>
}

// Columns that are too few for all programs have blocks of rows.
// TALL: stablehlo.reshape {{.*}} -> tensor<1x64x1171x260xf32>
// TALL: stablehlo.reduce{{.*}} across dimensions = [2]
// TALL: stablehlo.reshape {{.*}} -> tensor<256x65xf32>
func.func public @tall(%x: tensor<300007x65xf32>) -> tensor<65xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<300007x65xf32>, tensor<f32>) -> tensor<65xf32>
  return %0 : tensor<65xf32>
}

// Of several matrices, rows that are no multiple would lie between others.
// MIDDLE: stablehlo.reshape %arg0 {{.*}} -> tensor<3x1x64x160144xi8>
// MIDDLE: stablehlo.reduce{{.*}} across dimensions = [2]
// MIDDLE: stablehlo.reshape {{.*}} -> tensor<3x16x10009xi32>
// APART-NOT: stablehlo.reshape
func.func public @middle(%x: tensor<3x1024x10009xi8>) -> tensor<3x10009xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %wide = stablehlo.convert %x : (tensor<3x1024x10009xi8>) -> tensor<3x1024x10009xi32>
  %0 = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x1024x10009xi32>, tensor<i32>) -> tensor<3x10009xi32>
  return %0 : tensor<3x10009xi32>
}
func.func public @apart(%x: tensor<3x1023x20011xi8>) -> tensor<3x20011xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %wide = stablehlo.convert %x : (tensor<3x1023x20011xi8>) -> tensor<3x1023x20011xi32>
  %0 = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x1023x20011xi32>, tensor<i32>) -> tensor<3x20011xi32>
  return %0 : tensor<3x20011xi32>
}

// What is handed on would be half of what is read.
// FLAT-NOT: stablehlo.reshape
func.func public @flat(%x: tensor<15x600011xbf16>) -> tensor<600011xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %wide = stablehlo.convert %x : (tensor<15x600011xbf16>) -> tensor<15x600011xf32>
  %0 = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<15x600011xf32>, tensor<f32>) -> tensor<600011xf32>
  return %0 : tensor<600011xf32>
}

// WHOLE-NOT: stablehlo.reshape
func.func public @whole(%x: tensor<1021x30016xbf16>) -> tensor<30016xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %wide = stablehlo.convert %x : (tensor<1021x30016xbf16>) -> tensor<1021x30016xf32>
  %0 = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1021x30016xf32>, tensor<f32>) -> tensor<30016xf32>
  return %0 : tensor<30016xf32>
}
