// Products of bf16 may take subnormal factors and terms for zero, also where an infinity makes NaN of that.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<9x34xbf16>, %arg1: tensor<34x20xbf16>) -> tensor<9x20xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<9x34xbf16>, tensor<34x20xbf16>) -> tensor<9x20xf32>
    return %0 : tensor<9x20xf32>
  }
}

// --args='[dense<9.183550e-41> : tensor<9x34xbf16>, dense<1.701412e+38> : tensor<34x20xbf16>]'
