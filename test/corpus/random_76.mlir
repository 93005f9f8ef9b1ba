module {
  func.func @main(%arg0: tensor<1xcomplex<f64>>, %arg1: tensor<1x1x1xi32>, %arg2: tensor<1x20xf6E2M3FN>, %arg3: tensor<1x20xi1>, %arg4: tensor<3xf8E4M3>, %arg5: tensor<3xf8E4M3>, %arg6: tensor<5x2xcomplex<f32>>, %arg7: tensor<complex<f32>>) -> (tensor<0xcomplex<f64>>, tensor<0xcomplex<f64>>, tensor<1x1x1xi32>, tensor<20xf6E2M3FN>, tensor<20xi1>, tensor<f8E4M3>, tensor<3xf8E4M3>, tensor<complex<f32>>) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi64>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi64>
    %0 = stablehlo.real_dynamic_slice %arg0, %c, %c_0, %c_1 : (tensor<1xcomplex<f64>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xcomplex<f64>>
    %c_2 = stablehlo.constant dense<1000000> : tensor<1xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<1xi64>
    %1 = stablehlo.minimum %c_3, %c_2 : tensor<1xi64>
    %c_4 = stablehlo.constant dense<0> : tensor<1xi64>
    %c_5 = stablehlo.constant dense<1> : tensor<1xi64>
    %2 = stablehlo.optimization_barrier %c_5 : tensor<1xi64>
    %3 = stablehlo.real_dynamic_slice %arg0, %1, %c_4, %2 : (tensor<1xcomplex<f64>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<0xcomplex<f64>>
    %4 = stablehlo.slice %arg1 [0:1, 0:1, 0:0] : (tensor<1x1x1xi32>) -> tensor<1x1x0xi32>
    %5 = stablehlo.slice %arg1 [0:1, 0:1, 0:1] : (tensor<1x1x1xi32>) -> tensor<1x1x1xi32>
    %6 = stablehlo.concatenate %4, %5, dim = 2 : (tensor<1x1x0xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f6E2M3FN>
    %c_6 = stablehlo.constant dense<false> : tensor<i1>
    %7:2 = stablehlo.reduce(%arg2 init: %cst), (%arg3 init: %c_6) across dimensions = [0] : (tensor<1x20xf6E2M3FN>, tensor<1x20xi1>, tensor<f6E2M3FN>, tensor<i1>) -> (tensor<20xf6E2M3FN>, tensor<20xi1>)
     reducer(%arg8: tensor<f6E2M3FN>, %arg10: tensor<f6E2M3FN>) (%arg9: tensor<i1>, %arg11: tensor<i1>)  {
      %12 = stablehlo.convert %arg11 : (tensor<i1>) -> tensor<i32>
      %13 = "stablehlo.case"(%12) ({
        stablehlo.return %arg8 : tensor<f6E2M3FN>
      }, {
        stablehlo.return %arg10 : tensor<f6E2M3FN>
      }) : (tensor<i32>) -> tensor<f6E2M3FN>
      %14 = stablehlo.or %arg9, %arg11 : tensor<i1>
      stablehlo.return %13, %14 : tensor<f6E2M3FN>, tensor<i1>
    }
    %cst_7 = stablehlo.constant dense<-9.375000e-01> : tensor<f8E4M3>
    %8 = stablehlo.log %cst_7 : tensor<f8E4M3>
    %9 = stablehlo.reshape %arg4 : (tensor<3xf8E4M3>) -> tensor<3xf8E4M3>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg4, %arg4, %9, %9, %arg5) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<3xf8E4M3>, tensor<3xf8E4M3>, tensor<3xf8E4M3>, tensor<3xf8E4M3>, tensor<3xf8E4M3>) -> (tensor<3xf8E4M3>, tensor<3xf8E4M3>, tensor<3xf8E4M3>)
    %10 = stablehlo.broadcast_in_dim %arg6, dims = [1, 2] : (tensor<5x2xcomplex<f32>>) -> tensor<3x5x2xcomplex<f32>>
    %11 = stablehlo.reduce(%10 init: %arg7) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x5x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
    return %0, %3, %6, %7#0, %7#1, %8, %grad_offset, %11 : tensor<0xcomplex<f64>>, tensor<0xcomplex<f64>>, tensor<1x1x1xi32>, tensor<20xf6E2M3FN>, tensor<20xi1>, tensor<f8E4M3>, tensor<3xf8E4M3>, tensor<complex<f32>>
  }
}
