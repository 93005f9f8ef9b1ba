// A body of the program's own may meet an initial value that is not neutral any number of times, in long reductions too.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<608x1x3x1xui64>, %arg1: tensor<f6E2M3FN>, %arg2: tensor<ui64>) -> tensor<1xui64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<608x1x3x1xf6E2M3FN>
    %0:2 = stablehlo.reduce(%cst init: %arg1), (%arg0 init: %arg2) across dimensions = [0, 1, 2] : (tensor<608x1x3x1xf6E2M3FN>, tensor<608x1x3x1xui64>, tensor<f6E2M3FN>, tensor<ui64>) -> (tensor<1xf6E2M3FN>, tensor<1xui64>)
     reducer(%arg3: tensor<f6E2M3FN>, %arg5: tensor<f6E2M3FN>) (%arg4: tensor<ui64>, %arg6: tensor<ui64>)  {
      %1 = stablehlo.add %arg3, %arg5 : tensor<f6E2M3FN>
      %2 = stablehlo.multiply %arg4, %arg6 : tensor<ui64>
      stablehlo.return %1, %2 : tensor<f6E2M3FN>, tensor<ui64>
    }
    return %0#1 : tensor<1xui64>
  }
}

// --args='[dense<18446744073709551613> : tensor<608x1x3x1xui64>, dense<5.000000e+00> : tensor<f6E2M3FN>, dense<18446744073709551611> : tensor<ui64>]'
