// Few columns of many rows are summed in blocks of rows, side by side, and the
// blocks joined in f64. How many there are follows from the shape.
// RUN: weft explain %s --target=x86-64-v4 --function=few --stage=expand-operations | FileCheck %s --check-prefix=FEW
// RUN: weft explain %s --target=arm64 --function=few --stage=expand-operations | FileCheck %s --check-prefix=FEW
// RUN: weft explain %s --target=x86-64-v4 --function=many --stage=expand-operations | FileCheck %s --check-prefix=WHOLE
// RUN: weft explain %s --target=x86-64-v4 --function=short --stage=expand-operations | FileCheck %s --check-prefix=WHOLE

// FEW: stablehlo.reshape {{.*}} -> tensor<50x400x8xf32>
// FEW: stablehlo.reduce{{.*}} across dimensions = [1] : (tensor<50x400x8xf32>
// FEW: stablehlo.convert {{.*}} -> tensor<50x8xf64>
// FEW: stablehlo.reduce{{.*}} across dimensions = [0] : (tensor<50x8xf64>
// WHOLE-NOT: stablehlo.reshape
func.func public @few(%x: tensor<20000x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Columns enough for several programs.
func.func public @many(%x: tensor<20000x200xf32>) -> tensor<200xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000x200xf32>, tensor<f32>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}

// Not worth a second kernel.
func.func public @short(%x: tensor<10000x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
