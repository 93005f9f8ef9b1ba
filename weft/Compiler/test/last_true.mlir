// The last element whose flag is set, and whether there is one. LLVM 22 asked a register that nothing had written whether any flag of the
// last tile is set, on machines whose registers hold flags.
// RUN: weft-run --check-passes %s

module {
  func.func @argument(%values: tensor<5x14620xbf16>, %flags: tensor<5x14620xi1>) -> (tensor<5xbf16>, tensor<5xi1>) {
    %one = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %none = stablehlo.constant dense<false> : tensor<i1>
    %0:2 = stablehlo.reduce(%values init: %one), (%flags init: %none) across dimensions = [1] : (tensor<5x14620xbf16>, tensor<5x14620xi1>, tensor<bf16>, tensor<i1>) -> (tensor<5xbf16>, tensor<5xi1>)
     reducer(%a: tensor<bf16>, %b: tensor<bf16>) (%is_a: tensor<i1>, %is_b: tensor<i1>)  {
      %1 = stablehlo.select %is_b, %b, %a : tensor<i1>, tensor<bf16>
      %2 = stablehlo.or %is_a, %is_b : tensor<i1>
      stablehlo.return %1, %2 : tensor<bf16>, tensor<i1>
    }
    return %0#0, %0#1 : tensor<5xbf16>, tensor<5xi1>
  }

  func.func @main() -> (tensor<5xbf16>, tensor<5xi1>) {
    %places = stablehlo.iota dim = 1 : tensor<5x14620xi32>
    %rows = stablehlo.iota dim = 0 : tensor<5x14620xi32>
    %far = stablehlo.constant dense<3005> : tensor<5x14620xi32>
    %near = stablehlo.constant dense<319> : tensor<5x14620xi32>
    %at = stablehlo.multiply %rows, %far : tensor<5x14620xi32>
    %shifted = stablehlo.add %at, %near : tensor<5x14620xi32>
    %flags = stablehlo.compare EQ, %places, %shifted : (tensor<5x14620xi32>, tensor<5x14620xi32>) -> tensor<5x14620xi1>
    %values = stablehlo.convert %places : (tensor<5x14620xi32>) -> tensor<5x14620xbf16>
    %held:2 = stablehlo.optimization_barrier %values, %flags : tensor<5x14620xbf16>, tensor<5x14620xi1>
    %0:2 = func.call @argument(%held#0, %held#1) : (tensor<5x14620xbf16>, tensor<5x14620xi1>) -> (tensor<5xbf16>, tensor<5xi1>)
    return %0#0, %0#1 : tensor<5xbf16>, tensor<5xi1>
  }
}
