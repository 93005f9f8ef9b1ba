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

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed), out(body) {
    // One in three has arrays of which whole loops are kernels.
    bool isSmall = seed % 3 == 0;
    rows = isSmall ? 2 : 64;
    columns = isSmall ? 96 : 128;
    matrix = typeOf({rows, columns});
    transposed = typeOf({columns, rows});
    flat = typeOf({rows * columns});
    row = typeOf({columns});
    column = typeOf({rows});
    square = typeOf({columns, columns});
  }

  std::string make() {
    std::string head = "func.func @main(";
    llvm::StringRef separator = "";
    for (const std::string &type : {matrix, matrix, square, row, column}) {
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
  static std::string typeOf(llvm::ArrayRef<unsigned> shape) {
    std::string type = "tensor<";
    for (unsigned extent : shape) {
      type += std::to_string(extent) + "x";
    }
    return type + "f32>";
  }

  unsigned below(unsigned limit) { return random() % limit; }

  std::string pick(const std::string &type) {
    std::vector<std::string> &values = pool[type];
    if (values.empty()) {
      make(type, "reshape " + pick(matrix) + " : (" + matrix + ") -> " + type);
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
    std::string type = below(2) ? row : matrix;
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

  /// A loop over a matrix, with something expensive in it that every element of
  /// a row, of a column, or of all of it needs.
  void addSpreadingLoop() {
    struct Small {
      std::string type;
      const char *dimensions;
    };
    const Small smalls[] = {{"tensor<f32>", ""}, {row, "1"}, {column, "0"}};
    const Small &small = smalls[below(3)];
    bool isScalar = small.dimensions[0] == 0;
    std::string start = isScalar ? "%zero" : pick(small.type);
    std::string values = pick(matrix);
    std::string n = std::to_string(count++);
    out << "  %" << n << ":3 = stablehlo.while(%i" << n << " = %first, %s" << n
        << " = " << start << ", %m" << n << " = " << values
        << ") : tensor<i32>, " << small.type << ", " << matrix
        << "\n    cond {\n      %c" << n << " = stablehlo.compare LT, %i" << n
        << ", %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
           "      stablehlo.return %c"
        << n << " : tensor<i1>\n    } do {\n      %j" << n
        << " = stablehlo.add %i" << n << ", %one : tensor<i32>\n      %e" << n
        << " = stablehlo.exponential %s" << n << " : " << small.type
        << "\n      %b" << n << " = stablehlo.broadcast_in_dim %e" << n
        << ", dims = [" << small.dimensions << "] : (" << small.type << ") -> "
        << matrix << "\n      %d" << n << " = stablehlo.add %b" << n << ", %m"
        << n << " : " << matrix << "\n      %t" << n << " = stablehlo.tanh %d"
        << n << " : " << matrix << "\n      %u" << n << " = stablehlo.log %s"
        << n << " : " << small.type << "\n      stablehlo.return %j" << n
        << ", %u" << n << ", %t" << n << " : tensor<i32>, " << small.type
        << ", " << matrix << "\n    }\n";
    pool[matrix].push_back("%" + n + "#2");
    made.push_back({pool[matrix].back(), matrix});
  }

  /// An operation with an algorithm, and a kernel, of its own.
  void addHero() {
    std::string operand = pick(matrix);
    std::string n = std::to_string(count++);
    if (below(2)) {
      out << "  %" << n << " = \"stablehlo.sort\"(" << operand
          << ") <{dimension = 1 : i64}> ({\n  ^bb0(%a" << n
          << "a: tensor<f32>, %b" << n
          << "b: tensor<f32>):\n    %c = stablehlo.compare LT, %a" << n
          << "a, %b" << n
          << "b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
             "    stablehlo.return %c : tensor<i1>\n  }) : ("
          << matrix << ") -> " << matrix << "\n";
    } else {
      out << "  %" << n << " = \"stablehlo.reduce_window\"(" << operand
          << ", %zero) <{padding = dense<[[0, 0], [" << columns - 1
          << ", 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, "
          << columns
          << ">}> "
             "({\n  ^bb0(%a"
          << n << "a: tensor<f32>, %b" << n
          << "b: tensor<f32>):\n    %c = stablehlo.add %a" << n << "a, %b" << n
          << "b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }) : ("
          << matrix << ", tensor<f32>) -> " << matrix << "\n";
    }
    pool[matrix].push_back("%" + n);
    made.push_back({pool[matrix].back(), matrix});
  }

  void add() {
    const std::string shapes[] = {matrix, matrix, matrix, transposed,
                                  flat,   row,    column};
    switch (below(15)) {
    case 12:
      addLoop();
      return;
    case 13:
      addSpreadingLoop();
      return;
    case 14:
      addHero();
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
      bool alongRows = below(2);
      bool sums = below(2);
      std::string operand = pick(matrix);
      make(alongRows ? column : row,
           "reduce(" + operand + " init: " + (sums ? "%zero" : "%low") +
               ") applies stablehlo." + (sums ? "add" : "maximum") +
               " across dimensions = [" + (alongRows ? "1" : "0") + "] : (" +
               matrix + ", tensor<f32>) -> " + (alongRows ? column : row));
      return;
    }
    case 7: {
      bool alongRows = below(2);
      std::string type = alongRows ? row : column;
      std::string operand = pick(type);
      make(matrix, "broadcast_in_dim " + operand + ", dims = [" +
                       (alongRows ? "1" : "0") + "] : (" + type + ") -> " +
                       matrix);
      return;
    }
    case 8: {
      bool back = below(2) && !pool[transposed].empty();
      std::string from = back ? transposed : matrix;
      std::string to = back ? matrix : transposed;
      std::string operand = pick(from);
      make(to, "transpose " + operand + ", dims = [1, 0] : (" + from + ") -> " +
                   to);
      return;
    }
    case 9: {
      bool back = below(2) && !pool[flat].empty();
      std::string from = back ? flat : matrix;
      std::string to = back ? matrix : flat;
      std::string operand = pick(from);
      make(to, "reshape " + operand + " : (" + from + ") -> " + to);
      return;
    }
    case 10: {
      // The sum of a matrix and itself, moved by one column.
      std::string part = typeOf({rows, columns - 1});
      std::string operand = pick(matrix);
      std::string name = "%" + std::to_string(count++);
      out << "  " << name << " = stablehlo.slice " << operand << " [0:" << rows
          << ", 1:" << columns << "] : (" << matrix << ") -> " << part << "\n";
      make(matrix, "pad " + name +
                       ", %zero, low = [0, 0], high = [0, 1], interior = "
                       "[0, 0] : (" +
                       part + ", tensor<f32>) -> " + matrix);
      std::string moved = made.back().first;
      make(matrix, "add " + operand + ", " + moved + " : " + matrix);
      return;
    }
    default: {
      std::string left = pick(matrix);
      std::string right = pick(square);
      make(matrix, "dot_general " + left + ", " + right +
                       ", contracting_dims = [1] x [0] : (" + matrix + ", " +
                       square + ") -> " + matrix);
      return;
    }
    }
  }

  std::mt19937 random;
  unsigned rows = 0;
  unsigned columns = 0;
  /// A matrix, what it is seen as, and what it is reduced to.
  std::string matrix, transposed, flat, row, column, square;
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
