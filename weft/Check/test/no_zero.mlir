// What a tile leaves out of a sum is no number of a type without zero.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<15x33xf8E8M0FNU>, %arg1: tensor<2x33xf8E8M0FNU>) -> tensor<15x2xf8E8M0FNU> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [1] : (tensor<15x33xf8E8M0FNU>, tensor<2x33xf8E8M0FNU>) -> tensor<15x2xf8E8M0FNU>
    return %0 : tensor<15x2xf8E8M0FNU>
  }
}

// --args='[dense<5.877470e-39> : tensor<15x33xf8E8M0FNU>, dense<5.000000e-01> : tensor<2x33xf8E8M0FNU>]'
