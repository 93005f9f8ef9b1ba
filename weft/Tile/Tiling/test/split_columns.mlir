// Few columns of many rows are summed in blocks of rows, side by side, and the
// blocks joined in f64. How many there are follows from the shape. So are more
// columns of an array that comes from memory, up to a number.
// RUN: weft explain %s --target=x86-64-v4 --function=few --stage=expand-operations | FileCheck %s --check-prefix=FEW
// RUN: weft explain %s --target=arm64 --function=few --stage=expand-operations | FileCheck %s --check-prefix=FEW
// RUN: weft explain %s --target=x86-64-v4 --function=many --stage=expand-operations | FileCheck %s --check-prefix=MANY
// RUN: weft explain %s --target=x86-64-v4 --function=long_rows --stage=expand-operations | FileCheck %s --check-prefix=LONG
// RUN: weft explain %s --target=x86-64-v4 --function=close_by --stage=expand-operations | FileCheck %s --check-prefix=WHOLE
// RUN: weft explain %s --target=x86-64-v4 --function=wide --stage=expand-operations | FileCheck %s --check-prefix=WHOLE
// RUN: weft explain %s --target=x86-64-v4 --function=short --stage=expand-operations | FileCheck %s --check-prefix=WHOLE
// RUN: weft explain %s --target=x86-64-v4 --function=computed --stage=expand-operations | FileCheck %s --check-prefix=COMPUTED
// RUN: weft explain %s --target=x86-64-v4 --function=computed | FileCheck %s --check-prefix=ONE-PASS

// FEW: stablehlo.reshape {{.*}} -> tensor<50x400x8xf32>
// FEW: stablehlo.reduce{{.*}} across dimensions = [1] : (tensor<50x400x8xf32>
// FEW: stablehlo.convert {{.*}} -> tensor<50x8xf64>
// FEW: stablehlo.reduce{{.*}} across dimensions = [0] : (tensor<50x8xf64>
// MANY: stablehlo.reshape {{.*}} -> tensor<50x400x200xf32>
// LONG: stablehlo.reshape {{.*}} -> tensor<50x200x100xf32>
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

func.func public @long_rows(%x: tensor<10000x100xf32>) -> tensor<100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000x100xf32>, tensor<f32>) -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// Not worth a second kernel.
func.func public @close_by(%x: tensor<10000x200xf32>) -> tensor<200xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000x200xf32>, tensor<f32>) -> tensor<200xf32>
  return %0 : tensor<200xf32>
}

func.func public @wide(%x: tensor<9000x5000xf32>) -> tensor<5000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<9000x5000xf32>, tensor<f32>) -> tensor<5000xf32>
  return %0 : tensor<5000xf32>
}

func.func public @short(%x: tensor<10000x8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// What is computed on the way is computed of the blocks and of the rest, and
// never stored: temporaries are the blocks' sums and the rest, which kernels of
// several programs make.
// COMPUTED: stablehlo.slice %arg0 [19968:20011, 0:100]
// COMPUTED: stablehlo.multiply {{.*}} : tensor<43x100xf32>
// COMPUTED: stablehlo.slice %arg0 [0:19968, 0:100]
// COMPUTED: stablehlo.reshape {{.*}} -> tensor<64x312x100xbf16>
// COMPUTED: stablehlo.multiply {{.*}} : tensor<64x312x100xf32>
// ONE-PASS: temporaries {{[0-9.]+}} KiB
// ONE-PASS: grid of 64 programs
func.func public @computed(%x: tensor<20011x100xbf16>) -> tensor<100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<20011x100xf32>
  %0 = stablehlo.convert %x : (tensor<20011x100xbf16>) -> tensor<20011x100xf32>
  %1 = stablehlo.subtract %0, %half : tensor<20011x100xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<20011x100xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20011x100xf32>, tensor<f32>) -> tensor<100xf32>
  return %3 : tensor<100xf32>
}
