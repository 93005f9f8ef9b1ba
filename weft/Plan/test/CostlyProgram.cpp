// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/test/CostlyProgram.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/raw_ostream.h>

#include <map>
#include <random>
#include <vector>

namespace weft::plan {
namespace {

/// A matrix, what it is seen as, and what it is reduced to.
const std::string kMatrix = "tensor<64x128xf32>";
const std::string kTransposed = "tensor<128x64xf32>";
const std::string kFlat = "tensor<8192xf32>";
const std::string kRow = "tensor<128xf32>";
const std::string kColumn = "tensor<64xf32>";
const std::string kSquare = "tensor<128x128xf32>";

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed), out(body) {}

  std::string make() {
    std::string head = "func.func @main(";
    llvm::StringRef separator = "";
    for (const std::string &type : {kMatrix, kMatrix, kSquare, kRow, kColumn}) {
      std::string name = "%a" + std::to_string(arguments++);
      head += separator.str() + name + ": " + type;
      separator = ", ";
      pool[type].push_back(name);
    }
    head += ", %turns: tensor<i32>";
    out << "  %first = stablehlo.constant dense<0> : tensor<i32>\n"
           "  %one = stablehlo.constant dense<1> : tensor<i32>\n"
           "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
           "  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n";
    for (unsigned i = 0, steps = 6 + below(14); i < steps; ++i) {
      add();
    }
    std::string results, types;
    for (unsigned i = 0, wanted = 1 + below(3); i < wanted && i < made.size();
         ++i) {
      auto &[name, type] = made[made.size() - 1 - i];
      results += (i ? ", " : "") + name;
      types += (i ? ", " : "") + type;
    }
    return head + ") -> (" + types + ") {\n" + out.str() + "  return " +
           results + " : " + types + "\n}\n";
  }

private:
  unsigned below(unsigned limit) { return random() % limit; }

  std::string pick(const std::string &type) {
    std::vector<std::string> &values = pool[type];
    if (values.empty()) {
      make(type,
           "reshape " + pick(kMatrix) + " : (" + kMatrix + ") -> " + type);
    }
    // Late values, and often the same ones.
    size_t place = std::max(below(values.size()), below(values.size()));
    return values[place];
  }

  void make(const std::string &type, const std::string &text) {
    std::string name = "%" + std::to_string(count++);
    out << "  " << name << " = stablehlo." << text << "\n";
    pool[type].push_back(name);
    made.push_back({name, type});
  }

  /// A loop with something expensive in it that is read twice.
  void addLoop() {
    std::string type = below(2) ? kRow : kMatrix;
    std::string start = pick(type);
    std::string number = std::to_string(count++);
    out << "  %" << number << ":2 = stablehlo.while(%i" << number
        << " = %first, %s" << number << " = " << start << ") : tensor<i32>, "
        << type << "\n    cond {\n      %c" << number
        << " = stablehlo.compare LT, %i" << number
        << ", %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
           "      stablehlo.return %c"
        << number << " : tensor<i1>\n    } do {\n      %j" << number
        << " = stablehlo.add %i" << number << ", %one : tensor<i32>\n      %e"
        << number << " = stablehlo.exponential %s" << number << " : " << type
        << "\n      %t" << number << " = stablehlo.tanh %e" << number << " : "
        << type << "\n      %d" << number << " = stablehlo.divide %t" << number
        << ", %e" << number << " : " << type << "\n      stablehlo.return %j"
        << number << ", %d" << number << " : tensor<i32>, " << type
        << "\n    }\n";
    pool[type].push_back("%" + number + "#1");
    made.push_back({pool[type].back(), type});
  }

  void add() {
    const std::string shapes[] = {kMatrix, kMatrix, kMatrix, kTransposed,
                                  kFlat,   kRow,    kColumn};
    switch (below(13)) {
    case 12:
      addLoop();
      return;
    case 0:
    case 1:
    case 2: {
      const char *functions[] = {"exponential", "log", "tanh", "logistic",
                                 "sqrt"};
      std::string type = shapes[below(7)];
      std::string operand = pick(type);
      make(type,
           std::string(functions[below(5)]) + " " + operand + " : " + type);
      return;
    }
    case 3:
    case 4: {
      const char *functions[] = {"divide", "power", "add", "multiply"};
      std::string type = shapes[below(7)];
      std::string left = pick(type);
      std::string right = pick(type);
      make(type, std::string(functions[below(4)]) + " " + left + ", " + right +
                     " : " + type);
      return;
    }
    case 5:
    case 6: {
      bool rows = below(2);
      bool sums = below(2);
      std::string operand = pick(kMatrix);
      make(rows ? kColumn : kRow,
           "reduce(" + operand + " init: " + (sums ? "%zero" : "%low") +
               ") applies stablehlo." + (sums ? "add" : "maximum") +
               " across dimensions = [" + (rows ? "1" : "0") + "] : (" +
               kMatrix + ", tensor<f32>) -> " + (rows ? kColumn : kRow));
      return;
    }
    case 7: {
      bool rows = below(2);
      std::string type = rows ? kRow : kColumn;
      std::string operand = pick(type);
      make(kMatrix, "broadcast_in_dim " + operand + ", dims = [" +
                        (rows ? "1" : "0") + "] : (" + type + ") -> " +
                        kMatrix);
      return;
    }
    case 8: {
      bool back = below(2) && !pool[kTransposed].empty();
      std::string from = back ? kTransposed : kMatrix;
      std::string to = back ? kMatrix : kTransposed;
      std::string operand = pick(from);
      make(to, "transpose " + operand + ", dims = [1, 0] : (" + from + ") -> " +
                   to);
      return;
    }
    case 9: {
      bool back = below(2) && !pool[kFlat].empty();
      std::string from = back ? kFlat : kMatrix;
      std::string to = back ? kMatrix : kFlat;
      std::string operand = pick(from);
      make(to, "reshape " + operand + " : (" + from + ") -> " + to);
      return;
    }
    case 10: {
      // The sum of a matrix and itself, moved by one column.
      std::string part = "tensor<64x127xf32>";
      std::string operand = pick(kMatrix);
      std::string name = "%" + std::to_string(count++);
      out << "  " << name << " = stablehlo.slice " << operand
          << " [0:64, 1:128] : (" << kMatrix << ") -> " << part << "\n";
      make(kMatrix, "pad " + name +
                        ", %zero, low = [0, 0], high = [0, 1], interior = "
                        "[0, 0] : (" +
                        part + ", tensor<f32>) -> " + kMatrix);
      std::string moved = made.back().first;
      make(kMatrix, "add " + operand + ", " + moved + " : " + kMatrix);
      return;
    }
    default: {
      std::string left = pick(kMatrix);
      std::string right = pick(kSquare);
      make(kMatrix, "dot_general " + left + ", " + right +
                        ", contracting_dims = [1] x [0] : (" + kMatrix + ", " +
                        kSquare + ") -> " + kMatrix);
      return;
    }
    }
  }

  std::mt19937 random;
  std::string body;
  llvm::raw_string_ostream out;
  unsigned arguments = 0;
  unsigned count = 0;
  std::map<std::string, std::vector<std::string>> pool;
  std::vector<std::pair<std::string, std::string>> made;
};

} // namespace

std::string makeCostlyProgram(unsigned seed) { return Generator(seed).make(); }

} // namespace weft::plan
