module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1000xf32>) -> (tensor<1000xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [0:999:2] : (tensor<1000xf32>) -> tensor<500xf32>
    %1 = stablehlo.slice %arg0 [1:1000:2] : (tensor<1000xf32>) -> tensor<500xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<500xf32>
    %3 = stablehlo.slice %2 [0:499:2] : (tensor<500xf32>) -> tensor<250xf32>
    %4 = stablehlo.slice %2 [1:500:2] : (tensor<500xf32>) -> tensor<250xf32>
    %5 = stablehlo.multiply %3, %4 : tensor<250xf32>
    %6 = stablehlo.slice %5 [0:249:2] : (tensor<250xf32>) -> tensor<125xf32>
    %7 = stablehlo.slice %5 [1:250:2] : (tensor<250xf32>) -> tensor<125xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<125xf32>
    %9 = stablehlo.slice %8 [0:124:2] : (tensor<125xf32>) -> tensor<62xf32>
    %10 = stablehlo.slice %8 [1:125:2] : (tensor<125xf32>) -> tensor<62xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<62xf32>
    %12 = stablehlo.slice %11 [0:61:2] : (tensor<62xf32>) -> tensor<31xf32>
    %13 = stablehlo.slice %11 [1:62:2] : (tensor<62xf32>) -> tensor<31xf32>
    %14 = stablehlo.multiply %12, %13 : tensor<31xf32>
    %15 = stablehlo.slice %14 [0:30:2] : (tensor<31xf32>) -> tensor<15xf32>
    %16 = stablehlo.slice %14 [1:31:2] : (tensor<31xf32>) -> tensor<15xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<15xf32>
    %18 = stablehlo.slice %17 [0:14:2] : (tensor<15xf32>) -> tensor<7xf32>
    %19 = stablehlo.slice %17 [1:15:2] : (tensor<15xf32>) -> tensor<7xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<7xf32>
    %21 = stablehlo.slice %20 [0:6:2] : (tensor<7xf32>) -> tensor<3xf32>
    %22 = stablehlo.slice %20 [1:7:2] : (tensor<7xf32>) -> tensor<3xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<3xf32>
    %24 = stablehlo.slice %23 [0:2:2] : (tensor<3xf32>) -> tensor<1xf32>
    %25 = stablehlo.slice %23 [1:3:2] : (tensor<3xf32>) -> tensor<1xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<1xf32>
    %27 = stablehlo.slice %23 [2:3:2] : (tensor<3xf32>) -> tensor<1xf32>
    %28 = stablehlo.multiply %26, %27 : tensor<1xf32>
    %29 = stablehlo.slice %23 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %30 = stablehlo.concatenate %29, %28, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.pad %30, %cst, low = [0], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.pad %26, %cst_0, low = [1], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
    %33 = stablehlo.add %31, %32 : tensor<3xf32>
    %34 = stablehlo.slice %20 [2:7:2] : (tensor<7xf32>) -> tensor<3xf32>
    %35 = stablehlo.multiply %33, %34 : tensor<3xf32>
    %36 = stablehlo.slice %20 [0:1] : (tensor<7xf32>) -> tensor<1xf32>
    %37 = stablehlo.concatenate %36, %35, dim = 0 : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.pad %37, %cst_1, low = [0], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.pad %33, %cst_2, low = [1], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
    %40 = stablehlo.add %38, %39 : tensor<7xf32>
    %41 = stablehlo.slice %17 [2:15:2] : (tensor<15xf32>) -> tensor<7xf32>
    %42 = stablehlo.multiply %40, %41 : tensor<7xf32>
    %43 = stablehlo.slice %17 [0:1] : (tensor<15xf32>) -> tensor<1xf32>
    %44 = stablehlo.concatenate %43, %42, dim = 0 : (tensor<1xf32>, tensor<7xf32>) -> tensor<8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.pad %44, %cst_3, low = [0], high = [0], interior = [1] : (tensor<8xf32>, tensor<f32>) -> tensor<15xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.pad %40, %cst_4, low = [1], high = [1], interior = [1] : (tensor<7xf32>, tensor<f32>) -> tensor<15xf32>
    %47 = stablehlo.add %45, %46 : tensor<15xf32>
    %48 = stablehlo.slice %14 [2:31:2] : (tensor<31xf32>) -> tensor<15xf32>
    %49 = stablehlo.multiply %47, %48 : tensor<15xf32>
    %50 = stablehlo.slice %14 [0:1] : (tensor<31xf32>) -> tensor<1xf32>
    %51 = stablehlo.concatenate %50, %49, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.pad %51, %cst_5, low = [0], high = [0], interior = [1] : (tensor<16xf32>, tensor<f32>) -> tensor<31xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.pad %47, %cst_6, low = [1], high = [1], interior = [1] : (tensor<15xf32>, tensor<f32>) -> tensor<31xf32>
    %54 = stablehlo.add %52, %53 : tensor<31xf32>
    %55 = stablehlo.slice %54 [0:30] : (tensor<31xf32>) -> tensor<30xf32>
    %56 = stablehlo.slice %11 [2:62:2] : (tensor<62xf32>) -> tensor<30xf32>
    %57 = stablehlo.multiply %55, %56 : tensor<30xf32>
    %58 = stablehlo.slice %11 [0:1] : (tensor<62xf32>) -> tensor<1xf32>
    %59 = stablehlo.concatenate %58, %57, dim = 0 : (tensor<1xf32>, tensor<30xf32>) -> tensor<31xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.pad %59, %cst_7, low = [0], high = [1], interior = [1] : (tensor<31xf32>, tensor<f32>) -> tensor<62xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.pad %54, %cst_8, low = [1], high = [0], interior = [1] : (tensor<31xf32>, tensor<f32>) -> tensor<62xf32>
    %62 = stablehlo.add %60, %61 : tensor<62xf32>
    %63 = stablehlo.slice %8 [2:125:2] : (tensor<125xf32>) -> tensor<62xf32>
    %64 = stablehlo.multiply %62, %63 : tensor<62xf32>
    %65 = stablehlo.slice %8 [0:1] : (tensor<125xf32>) -> tensor<1xf32>
    %66 = stablehlo.concatenate %65, %64, dim = 0 : (tensor<1xf32>, tensor<62xf32>) -> tensor<63xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.pad %66, %cst_9, low = [0], high = [0], interior = [1] : (tensor<63xf32>, tensor<f32>) -> tensor<125xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.pad %62, %cst_10, low = [1], high = [1], interior = [1] : (tensor<62xf32>, tensor<f32>) -> tensor<125xf32>
    %69 = stablehlo.add %67, %68 : tensor<125xf32>
    %70 = stablehlo.slice %69 [0:124] : (tensor<125xf32>) -> tensor<124xf32>
    %71 = stablehlo.slice %5 [2:250:2] : (tensor<250xf32>) -> tensor<124xf32>
    %72 = stablehlo.multiply %70, %71 : tensor<124xf32>
    %73 = stablehlo.slice %5 [0:1] : (tensor<250xf32>) -> tensor<1xf32>
    %74 = stablehlo.concatenate %73, %72, dim = 0 : (tensor<1xf32>, tensor<124xf32>) -> tensor<125xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.pad %74, %cst_11, low = [0], high = [1], interior = [1] : (tensor<125xf32>, tensor<f32>) -> tensor<250xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.pad %69, %cst_12, low = [1], high = [0], interior = [1] : (tensor<125xf32>, tensor<f32>) -> tensor<250xf32>
    %77 = stablehlo.add %75, %76 : tensor<250xf32>
    %78 = stablehlo.slice %77 [0:249] : (tensor<250xf32>) -> tensor<249xf32>
    %79 = stablehlo.slice %2 [2:500:2] : (tensor<500xf32>) -> tensor<249xf32>
    %80 = stablehlo.multiply %78, %79 : tensor<249xf32>
    %81 = stablehlo.slice %2 [0:1] : (tensor<500xf32>) -> tensor<1xf32>
    %82 = stablehlo.concatenate %81, %80, dim = 0 : (tensor<1xf32>, tensor<249xf32>) -> tensor<250xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.pad %82, %cst_13, low = [0], high = [1], interior = [1] : (tensor<250xf32>, tensor<f32>) -> tensor<500xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.pad %77, %cst_14, low = [1], high = [0], interior = [1] : (tensor<250xf32>, tensor<f32>) -> tensor<500xf32>
    %85 = stablehlo.add %83, %84 : tensor<500xf32>
    %86 = stablehlo.slice %85 [0:499] : (tensor<500xf32>) -> tensor<499xf32>
    %87 = stablehlo.slice %arg0 [2:1000:2] : (tensor<1000xf32>) -> tensor<499xf32>
    %88 = stablehlo.multiply %86, %87 : tensor<499xf32>
    %89 = stablehlo.slice %arg0 [0:1] : (tensor<1000xf32>) -> tensor<1xf32>
    %90 = stablehlo.concatenate %89, %88, dim = 0 : (tensor<1xf32>, tensor<499xf32>) -> tensor<500xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.pad %90, %cst_15, low = [0], high = [1], interior = [1] : (tensor<500xf32>, tensor<f32>) -> tensor<1000xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.pad %85, %cst_16, low = [1], high = [0], interior = [1] : (tensor<500xf32>, tensor<f32>) -> tensor<1000xf32>
    %93 = stablehlo.add %91, %92 : tensor<1000xf32>
    return %93 : tensor<1000xf32>
  }
}
