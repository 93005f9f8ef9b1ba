// The square of a divisor may leave the range where the quotient does not: the
// bound still knows how far exp(621) is off.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
    %0 = stablehlo.sine %arg0 : tensor<4xcomplex<f64>>
    %1 = stablehlo.logistic %0 : tensor<4xcomplex<f64>>
    return %1 : tensor<4xcomplex<f64>>
  }
}

// --args='[dense<[(-2.0, 7.21875), (-1.875, 7.21875), (-2.125, 7.21875), (1.0, 7.21875)]> : tensor<4xcomplex<f64>>]'
