// A layer norm and its gradients on a GPU: rows are read once for all that they need, and once more for both sums of columns. What is
// left of rows without their mean, in f32, is computed by both kernels and stored by none.
// RUN: weft explain %s --target=sm_90 | FileCheck %s --implicit-check-not=threads-alone

// CHECK: temporaries {{[0-9.]+}} KiB
// CHECK: the plan as commands
// CHECK-NEXT: launch chain_0(argument 0, argument 1, argument 2, argument 3,
// CHECK-NEXT: launch chain_1({{.*}}argument {{[03]}}, argument {{[03]}}, {{.*}}after 0
// CHECK-NEXT: launch reduce_2
// CHECK-NEXT: launch reduce_2

module @jit_both attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16384x4096xbf16>, %arg1: tensor<4096xf32>, %arg2: tensor<4096xf32>, %arg3: tensor<16384x4096xbf16>) -> (tensor<16384x4096xbf16> {jax.result_info = "result[0]"}, tensor<16384x4096xbf16> {jax.result_info = "result[1]"}, tensor<4096xf32> {jax.result_info = "result[2]"}, tensor<4096xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<16384x4096xbf16>) -> tensor<16384x4096xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<16384xf32>) -> tensor<16384x1xf32>
    %cst_0 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16384x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<16384x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16384x1xf32>) -> tensor<16384x4096xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<16384x4096xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<16384x4096xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16384x4096xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<16384x4096xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<16384xf32>) -> tensor<16384x1xf32>
    %cst_3 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16384x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<16384x1xf32>
    %14 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16384x1xf32>) -> tensor<16384x4096xf32>
    %15 = stablehlo.subtract %0, %14 : tensor<16384x4096xf32>
    %cst_4 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16384x1xf32>
    %17 = stablehlo.add %13, %16 : tensor<16384x1xf32>
    %18 = stablehlo.rsqrt %17 : tensor<16384x1xf32>
    %19 = stablehlo.divide %18, %17 : tensor<16384x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16384x1xf32>
    %21 = stablehlo.multiply %20, %19 : tensor<16384x1xf32>
    %22 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<16384x1xf32>) -> tensor<16384x4096xf32>
    %23 = stablehlo.multiply %15, %22 : tensor<16384x4096xf32>
    %24 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<16384x4096xf32>
    %26 = stablehlo.multiply %23, %25 : tensor<16384x4096xf32>
    %27 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<16384x4096xf32>
    %29 = stablehlo.add %26, %28 : tensor<16384x4096xf32>
    %30 = stablehlo.convert %29 : (tensor<16384x4096xf32>) -> tensor<16384x4096xbf16>
    %31 = stablehlo.convert %arg3 : (tensor<16384x4096xbf16>) -> tensor<16384x4096xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %33 = stablehlo.reshape %32 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %35 = stablehlo.multiply %23, %31 : tensor<16384x4096xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %37 = stablehlo.reshape %36 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %38 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<16384x4096xf32>
    %39 = stablehlo.multiply %31, %38 : tensor<16384x4096xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %41 = stablehlo.multiply %15, %39 : tensor<16384x4096xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_10) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
    %43 = stablehlo.reshape %42 : (tensor<16384xf32>) -> tensor<16384x1xf32>
    %44 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<16384x1xf32>) -> tensor<16384x4096xf32>
    %45 = stablehlo.multiply %39, %44 : tensor<16384x4096xf32>
    %46 = stablehlo.multiply %43, %21 : tensor<16384x1xf32>
    %47 = stablehlo.negate %45 : tensor<16384x4096xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_11) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
    %49 = stablehlo.reshape %48 : (tensor<16384xf32>) -> tensor<16384x1xf32>
    %cst_12 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16384x1xf32>
    %51 = stablehlo.divide %46, %50 : tensor<16384x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<16384x1xf32>, tensor<f32>) -> tensor<16384xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0] : (tensor<16384xf32>) -> tensor<16384x4096xf32>
    %54 = stablehlo.multiply %53, %9 : tensor<16384x4096xf32>
    %55 = stablehlo.negate %54 : tensor<16384x4096xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
    %57 = stablehlo.reshape %56 : (tensor<16384xf32>) -> tensor<16384x1xf32>
    %58 = stablehlo.add %45, %54 : tensor<16384x4096xf32>
    %59 = stablehlo.add %49, %57 : tensor<16384x1xf32>
    %cst_15 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16384x1xf32>
    %61 = stablehlo.divide %59, %60 : tensor<16384x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<16384x1xf32>, tensor<f32>) -> tensor<16384xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0] : (tensor<16384xf32>) -> tensor<16384x4096xf32>
    %64 = stablehlo.add %58, %63 : tensor<16384x4096xf32>
    %65 = stablehlo.convert %64 : (tensor<16384x4096xf32>) -> tensor<16384x4096xbf16>
    return %30, %65, %40, %34 : tensor<16384x4096xbf16>, tensor<16384x4096xbf16>, tensor<4096xf32>, tensor<4096xf32>
  }
}
