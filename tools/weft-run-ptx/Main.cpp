// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the PTX that weft-run --print-ptx prints, on an emulated GPU:
//
//   weft-run-ptx kernel.ptx INPUT.npy ... --output=FILE.npy:SHAPE:DTYPE ...
//                [--seed=N] [--time]
//   weft-run-ptx --parse kernel.ptx ...
//
// Arguments of the kernel are the inputs, then the arrays that it writes, then
// scratch memory where the kernel asks for some. Races, reads of what was never
// written, accesses outside of the arrays and threads that miss a barrier are
// errors.

#include "weft/Emulator/Launch.h"
#include "weft/Emulator/PtxParser.h"
#include "weft/Executable/CommandProgram.h"
#include "weft/Support/Files.h"
#include "weft/Support/Npy.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace weft::emulator {
namespace {

struct Output {
  std::string file;
  NpyArray array;
  uint64_t address = 0;
};

struct Options {
  std::string kernel;
  std::vector<std::string> inputs;
  std::vector<Output> outputs;
  uint64_t seed = 0;
  bool showsTime = false;
  /// Only reads the files.
  bool parsesOnly = false;
};

/// What the first line says: `// @name: 12 blocks of 128 threads, 9728 bytes of
/// shared memory each, 64 bytes of scratch memory for each thread`.
struct Header {
  std::string name;
  LaunchShape shape;
  bool hasScratch = false;
  /// Whether loops look if their run was cancelled.
  bool hasWords = false;
  uint64_t scratchBytes = 0;
};

StatusOr<Header> readHeader(const std::string &text) {
  Header header;
  unsigned blocks = 0, threads = 0, shared = 0, scratch = 0;
  char name[256];
  const size_t start = text.find("// @");
  const int found =
      start == std::string::npos
          ? 0
          : std::sscanf(text.c_str() + start,
                        "// @%255[^:]: %u blocks of %u threads, %u bytes of "
                        "shared memory each, %u bytes of scratch",
                        name, &blocks, &threads, &shared, &scratch);
  if (found < 4) {
    return Status::invalidArgument("the file does not say how it is launched");
  }
  header.name = name;
  header.shape.blocks[0] = blocks;
  header.shape.threads[0] = threads;
  header.shape.dynamicShared = shared;
  header.hasScratch = found == 5;
  header.hasWords = text.substr(start, text.find('\n', start) - start)
                        .ends_with(", the words of a run");
  header.scratchBytes = scratch;
  return header;
}

StatusOr<Output> readOutput(const std::string &text) {
  Output output;
  const size_t last = text.rfind(':');
  const size_t first = last == std::string::npos || last == 0
                           ? std::string::npos
                           : text.rfind(':', last - 1);
  if (first == std::string::npos) {
    return Status::invalidArgument("'" + text + "' is not FILE:SHAPE:DTYPE");
  }
  output.file = text.substr(0, first);
  const std::string shape = text.substr(first + 1, last - first - 1);
  const std::string type = text.substr(last + 1);
  for (const char *at = shape.data(); at < shape.data() + shape.size(); ++at) {
    int64_t extent = 0;
    const auto [end, error] =
        std::from_chars(at, shape.data() + shape.size(), extent);
    if (error != std::errc() || extent < 0) {
      return Status::invalidArgument("'" + shape + "' is not a shape");
    }
    output.array.shape.push_back(extent);
    at = end;
  }
  struct TypeName {
    const char *name;
    NpyKind kind;
    int64_t size;
  };
  // NumPy has no name for bfloat16, and writes it as two bytes.
  static constexpr TypeName types[] = {
      {"bool", NpyKind::Boolean, 1},
      {"int8", NpyKind::SignedInteger, 1},
      {"int16", NpyKind::SignedInteger, 2},
      {"int32", NpyKind::SignedInteger, 4},
      {"int64", NpyKind::SignedInteger, 8},
      {"uint8", NpyKind::UnsignedInteger, 1},
      {"uint16", NpyKind::UnsignedInteger, 2},
      {"uint32", NpyKind::UnsignedInteger, 4},
      {"uint64", NpyKind::UnsignedInteger, 8},
      {"float16", NpyKind::Float, 2},
      {"float32", NpyKind::Float, 4},
      {"float64", NpyKind::Float, 8},
      {"complex64", NpyKind::Complex, 8},
      {"complex128", NpyKind::Complex, 16},
      {"bfloat16", NpyKind::Opaque, 2},
  };
  for (const TypeName &one : types) {
    if (type == one.name) {
      output.array.kind = one.kind;
      output.array.elementSize = one.size;
      int64_t bytes = one.size;
      for (int64_t extent : output.array.shape) {
        bytes *= extent;
      }
      output.array.data.resize(static_cast<size_t>(bytes));
      return output;
    }
  }
  return Status::invalidArgument("'" + type + "' is not a type");
}

StatusOr<Options> readOptions(int count, char **arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string text = arguments[i];
    if (text.rfind("--output=", 0) == 0) {
      WEFT_ASSIGN_OR_RETURN(Output output, readOutput(text.substr(9)));
      options.outputs.push_back(std::move(output));
    } else if (text.rfind("--seed=", 0) == 0) {
      options.seed = std::strtoull(text.c_str() + 7, nullptr, 0);
    } else if (text == "--parse") {
      options.parsesOnly = true;
    } else if (text == "--time") {
      options.showsTime = true;
    } else if (text.rfind("--", 0) == 0) {
      return Status::invalidArgument("unknown option " + text);
    } else if (options.kernel.empty()) {
      options.kernel = text;
    } else {
      options.inputs.push_back(text);
    }
  }
  if (options.kernel.empty()) {
    return Status::invalidArgument(
        "usage: weft-run-ptx kernel.ptx INPUT.npy ... "
        "--output=FILE.npy:SHAPE:DTYPE ... [--seed=N] [--time]");
  }
  return options;
}

StatusOr<std::string> readText(const std::string &name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) {
    return Status::notFound("cannot read " + name);
  }
  return std::string((std::istreambuf_iterator<char>(file)),
                     std::istreambuf_iterator<char>());
}

Status parseAll(Options options) {
  options.inputs.push_back(options.kernel);
  for (const std::string &name : options.inputs) {
    WEFT_ASSIGN_OR_RETURN(std::string text, readText(name));
    if (StatusOr<std::unique_ptr<Module>> module = parsePtx(text);
        !module.ok()) {
      return module.status().withContext(name);
    }
  }
  return Status::success();
}

Status run(Options options) {
  if (options.parsesOnly) {
    return parseAll(std::move(options));
  }
  WEFT_ASSIGN_OR_RETURN(std::string text, readText(options.kernel));
  WEFT_ASSIGN_OR_RETURN(Header header, readHeader(text));
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<Module> module, parsePtx(text));
  const Function *kernel = module->findEntry(header.name);
  if (!kernel) {
    return Status::notFound("there is no kernel '" + header.name + "'");
  }
  WEFT_ASSIGN_OR_RETURN(std::unique_ptr<Memory> memory,
                        Memory::create(uint64_t(4) << 30));
  WEFT_RETURN_IF_ERROR(loadVariables(*module, *memory));
  std::vector<uint64_t> addresses;
  for (const std::string &name : options.inputs) {
    WEFT_ASSIGN_OR_RETURN(NpyArray array, readNpyFile(name));
    addresses.push_back(memory->allocate(array.data.size()));
    memory->write(addresses.back(), array.data.data(), array.data.size());
  }
  for (Output &output : options.outputs) {
    output.address = memory->allocate(output.array.data.size());
    addresses.push_back(output.address);
  }
  if (header.hasScratch) {
    addresses.push_back(memory->allocate(header.shape.blockCount() *
                                         header.shape.threadCount() *
                                         header.scratchBytes));
  }
  if (header.hasWords) {
    // Of a run that nothing cancels.
    addresses.push_back(memory->allocate(RunWords::kBytes));
    memory->fill(addresses.back(), 0, 1, RunWords::kBytes);
  }
  if (addresses.size() != kernel->parameters.size()) {
    return Status::invalidArgument(
        "the kernel has " + std::to_string(kernel->parameters.size()) +
        " arguments, not " + std::to_string(addresses.size()));
  }
  std::vector<uint8_t> parameters(addresses.size() * sizeof(uint64_t));
  std::memcpy(parameters.data(), addresses.data(), parameters.size());
  LaunchOptions how;
  how.seed = options.seed;
  const auto start = std::chrono::steady_clock::now();
  const LaunchResult result =
      launch(*module, *kernel, header.shape, parameters, *memory, how);
  if (result.fault) {
    return Status::internal(result.fault->report());
  }
  if (options.showsTime) {
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    std::fprintf(stderr, "%.1f million instructions in %.3f s, %.1f a second\n",
                 static_cast<double>(result.instructions) * 1e-6, took.count(),
                 static_cast<double>(result.instructions) * 1e-6 /
                     took.count());
  }
  std::vector<OutputFile> files;
  for (Output &output : options.outputs) {
    memory->read(output.array.data.data(), output.address,
                 output.array.data.size());
    files.push_back({output.file, encodeNpy(output.array)});
  }
  return writeFiles(files);
}

int runMain(int count, char **arguments) {
  StatusOr<Options> options = readOptions(count, arguments);
  Status status =
      options.ok() ? run(std::move(options).value()) : options.status();
  if (!status.ok()) {
    std::fprintf(stderr, "error: %s\n", status.message().c_str());
  }
  return status.ok() ? 0 : 1;
}

} // namespace
} // namespace weft::emulator

int main(int count, char **arguments) {
  return weft::emulator::runMain(count, arguments);
}
