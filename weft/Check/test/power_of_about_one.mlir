// What may be one to the power of NaN may be one, which NaN is not.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<2xf64>, %arg1: tensor<2xf64>) -> tensor<2xf64> {
    %0 = stablehlo.rsqrt %arg0 : tensor<2xf64>
    %1 = stablehlo.power %0, %arg1 : tensor<2xf64>
    return %1 : tensor<2xf64>
  }
}

// --args='[dense<[0x3FF0000000000001, 0x3FEFFFFFFFFFFFFF]> : tensor<2xf64>, dense<0x7FF8000000000000> : tensor<2xf64>]'
