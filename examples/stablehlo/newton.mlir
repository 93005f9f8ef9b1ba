// Square roots by Newton's iteration, x <- (x + a/x) / 2, until no element
// moves by more than 1e-12: a loop whose number of steps is known only when it
// runs. Returns the roots and how many steps it took.

func.func @main() -> (tensor<4xf64>, tensor<i32>) {
  %a = stablehlo.constant dense<[2.0, 3.0, 144.0, 1.0e-6]> : tensor<4xf64>
  %start = stablehlo.constant dense<1.0> : tensor<4xf64>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<4xf64>
  %tolerance = stablehlo.constant dense<1.0e-12> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %infinity = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>

  %results:3 = stablehlo.while(%x = %start, %moved = %infinity, %steps = %none)
      : tensor<4xf64>, tensor<f64>, tensor<i32>
  cond {
    %again = stablehlo.compare GT, %moved, %tolerance, FLOAT
        : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %quotient = stablehlo.divide %a, %x : tensor<4xf64>
    %sum = stablehlo.add %x, %quotient : tensor<4xf64>
    %next = stablehlo.multiply %sum, %half : tensor<4xf64>
    %change = stablehlo.subtract %next, %x : tensor<4xf64>
    %size = stablehlo.abs %change : tensor<4xf64>
    %largest = stablehlo.reduce(%size init: %zero)
        applies stablehlo.maximum across dimensions = [0]
        : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %count = stablehlo.add %steps, %one : tensor<i32>
    stablehlo.return %next, %largest, %count
        : tensor<4xf64>, tensor<f64>, tensor<i32>
  }
  return %results#0, %results#2 : tensor<4xf64>, tensor<i32>
}
