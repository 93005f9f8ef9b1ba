// Few rows are summed in parts of what is computed for them: also where the program needs it elsewhere, if it takes less to compute it
// again of one array than to store it and read it.
// RUN: weft explain %s --target=sm_90 --function=softmax --stage=expand-operations | FileCheck %s --check-prefix=AGAIN
// RUN: weft explain %s --target=sm_90 --function=softmax | FileCheck %s --check-prefix=KERNELS --implicit-check-not=threads-alone
// RUN: weft explain %s --target=sm_90 --function=two --stage=expand-operations | FileCheck %s --check-prefix=STORED
// RUN: weft explain %s --target=arm64 --function=softmax --stage=expand-operations | FileCheck %s --check-prefix=STORED

// AGAIN-DAG: stablehlo.exponential {{.*}} : tensor<4x200x5000xbf16>
// AGAIN-DAG: stablehlo.exponential {{.*}} : tensor<4x1000000xbf16>
// STORED: %[[E:.*]] = stablehlo.exponential {{.*}} : tensor<4x1000000x{{.*}}>
// STORED: stablehlo.reshape %[[E]]

// Nothing but the result is stored whole.
// KERNELS: temporaries {{[0-9.]+}} KiB
// KERNELS: launch reduce_0(argument 0, temporary
// KERNELS: launch reduce_2({{.*}}argument 0, temporary
// KERNELS: launch fused_4({{.*}}argument 0, {{.*}}result 0)

func.func public @softmax(%x: tensor<4x1000000xbf16>) -> tensor<4x1000000xbf16> {
  %low = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x1000000xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %ms = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xbf16>) -> tensor<4x1000000xbf16>
  %d = stablehlo.subtract %x, %ms : tensor<4x1000000xbf16>
  %e = stablehlo.exponential %d : tensor<4x1000000xbf16>
  %w = stablehlo.convert %e : (tensor<4x1000000xbf16>) -> tensor<4x1000000xf32>
  %s = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1000000xf32>, tensor<f32>) -> tensor<4xf32>
  %n = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
  %ss = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<4xbf16>) -> tensor<4x1000000xbf16>
  %r = stablehlo.divide %e, %ss : tensor<4x1000000xbf16>
  return %r : tensor<4x1000000xbf16>
}
// Two arrays would be read for one.
func.func public @two(%x: tensor<4x1000000xf32>, %y: tensor<4x1000000xf32>) -> (tensor<4xf32>, tensor<4x1000000xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.subtract %x, %y : tensor<4x1000000xf32>
  %e = stablehlo.exponential %d : tensor<4x1000000xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1000000xf32>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.multiply %e, %e : tensor<4x1000000xf32>
  return %s, %r : tensor<4xf32>, tensor<4x1000000xf32>
}
