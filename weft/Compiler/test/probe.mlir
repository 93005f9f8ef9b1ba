// A probe inside a compiled loop writes a value each time.
// RUN: rm -rf %t && mkdir %t && weft-run --check --compiled --probe-output-dir=%t %s

func.func @loop() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %0 = stablehlo.while(%i = %zero) : tensor<i64>
    cond {
    %three = stablehlo.constant dense<3> : tensor<i64>
    %1 = stablehlo.compare LT, %i, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i64>
    %1 = stablehlo.add %i, %one : tensor<i64>
    %2 = interpreter.probe %1, probe_id = "count" : tensor<i64>
    stablehlo.return %2 : tensor<i64>
  }
  check.expect_eq_const %0, dense<3> : tensor<i64>
  %second = stablehlo.constant dense<2> : tensor<i64>
  check.expect_serialized_eq %second, probe_id = "count", iter = 1 : tensor<i64>
  return
}
