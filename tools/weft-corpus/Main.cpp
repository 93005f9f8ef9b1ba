// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-corpus: does a change of the compiler change code?
//
//   weft-corpus test/corpus            compares with test/corpus/kernels.txt
//   weft-corpus test/corpus --write    writes it anew
//   weft-corpus ../stablehlo/stablehlo/testdata --refusals --kernels=k.txt
//                                      the same for programs of others
//
// Every program of the folder is compiled for machines by name, never for the
// one at hand, and each kernel's code is a line of the file. A rearrangement of
// the compiler leaves the file as it is; a change for the better says in its
// commit which kernels changed, and why.

#include "tools/weft-corpus/Kernels.h"
#include "weft/Target/CPU/Candidates/Passes.h"
#include "weft/Target/CPU/Targets.h"
#include "weft/Tile/Tiling/Passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

using namespace weft;
using namespace weft::tools;

namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("weft-corpus");
cl::opt<std::string> folder(cl::Positional, cl::Required, cl::cat(category),
                            cl::desc("<folder of programs>"));
cl::opt<bool> isWriting("write", cl::cat(category),
                        cl::desc("write kernels.txt anew"));
cl::opt<std::string> file("kernels", cl::value_desc("file"), cl::cat(category),
                          cl::desc("instead of the folder's kernels.txt"));
cl::opt<bool> takesRefusals(
    "refusals", cl::cat(category),
    cl::desc("programs that do not compile are lines, too: for folders of "
             "programs of others"));
cl::opt<unsigned> threads("threads", cl::init(2), cl::cat(category),
                          cl::desc("programs at the same time (2)"));

constexpr llvm::StringLiteral kHead =
    "# program kernel, then per machine the code's fingerprint and, under "
    "another LLVM, the emitted one: ";

/// One kernel: its fingerprints, machine by machine.
using Line = std::vector<Fingerprint>;
/// By "program kernel".
using Corpus = std::map<std::string, Line>;

std::vector<std::string> findPrograms() {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(folder, error), end;
       entry != end && !error; entry.increment(error)) {
    if (llvm::StringRef(entry->path()).ends_with(".mlir")) {
      paths.push_back(entry->path());
    }
  }
  llvm::sort(paths);
  return paths;
}

/// Empty where a program failed; why was said.
std::optional<Corpus> takeAll(const std::vector<std::string> &paths) {
  Corpus corpus;
  std::mutex mutex;
  std::atomic<size_t> next = 0;
  bool hasFailed = false;
  auto work = [&] {
    for (size_t i = next++; i < paths.size(); i = next++) {
      std::string name = llvm::sys::path::stem(paths[i]).str();
      auto buffer = llvm::MemoryBuffer::getFile(paths[i]);
      StatusOr<Fingerprints> taken =
          buffer ? takeFingerprints((*buffer)->getBuffer().str())
                 : StatusOr<Fingerprints>(
                       Status::notFound("the file cannot be read"));
      std::lock_guard guard(mutex);
      if (!taken.ok() && takesRefusals) {
        std::string why = fingerprint(taken.status().message());
        corpus[name + " (refused)"] = {{why, why}};
        continue;
      }
      if (!taken.ok()) {
        llvm::errs() << paths[i] << ": " << taken.status().message() << "\n";
        hasFailed = true;
        continue;
      }
      for (const auto &[kernel, byMachine] : *taken) {
        Line &line = corpus[name + " " + kernel];
        for (std::string_view machine : kMachines) {
          auto found = byMachine.find(std::string(machine));
          line.push_back(found == byMachine.end() ? Fingerprint()
                                                  : found->second);
        }
      }
    }
  };
  std::vector<std::thread> team;
  for (unsigned i = 1; i < threads; ++i) {
    team.emplace_back(work);
  }
  work();
  for (std::thread &thread : team) {
    thread.join();
  }
  return hasFailed ? std::nullopt : std::optional(std::move(corpus));
}

std::string print(const Corpus &corpus) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << kHead;
  llvm::interleave(kMachines, stream, " ");
  stream << "\n";
  stream << "# LLVM " LLVM_VERSION_STRING "\n";
  for (const auto &[name, line] : corpus) {
    stream << name;
    for (const Fingerprint &one : line) {
      stream << ' ' << (one.code.empty() ? "-" : one.code);
      if (!one.emitted.empty()) {
        stream << '/' << one.emitted;
      }
    }
    stream << "\n";
  }
  return text;
}

/// The lines of a file by "program kernel", and the LLVM they were made with.
struct Written {
  std::string llvm;
  std::map<std::string, std::vector<std::string>> lines;
};

Written read(llvm::StringRef text) {
  Written written;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    if (line.consume_front("# LLVM ")) {
      written.llvm = line.str();
    }
    llvm::SmallVector<llvm::StringRef> words;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    if (line.starts_with("#") || words.size() < 2) {
      continue;
    }
    std::vector<std::string> rest;
    for (llvm::StringRef word : llvm::drop_begin(words, 2)) {
      rest.push_back(word.str());
    }
    written.lines[(words[0] + " " + words[1]).str()] = std::move(rest);
  }
  return written;
}

/// Code, or under another LLVM what it was made from.
std::string comparable(llvm::StringRef word, bool isSameLlvm) {
  auto [code, emitted] = word.split('/');
  return (isSameLlvm ? code : emitted).str();
}

int compare(const Written &before, const Written &now) {
  bool isSame = before.llvm == now.llvm;
  if (!isSame) {
    llvm::errs() << "weft-corpus: kernels.txt is of LLVM " << before.llvm
                 << ", this is " << now.llvm
                 << ": MACHINE CODE AND PTX ARE NOT COMPARED, only what was "
                    "given to LLVM\n";
  }
  std::set<std::string> names;
  for (const Written *side : {&before, &now}) {
    for (const auto &[name, line] : side->lines) {
      names.insert(name);
    }
  }
  size_t changed = 0;
  for (const std::string &name : names) {
    auto old = before.lines.find(name);
    auto fresh = now.lines.find(name);
    std::string what;
    if (old == before.lines.end() || fresh == now.lines.end()) {
      what = old == before.lines.end() ? " is new" : " is gone";
    } else {
      for (size_t i = 0; i < std::size(kMachines); ++i) {
        auto word = [&](const auto &line) {
          return i < line->second.size() ? comparable(line->second[i], isSame)
                                         : std::string();
        };
        if (word(old) != word(fresh)) {
          what += " " + std::string(kMachines[i]);
        }
      }
    }
    if (!what.empty()) {
      ++changed;
      llvm::outs() << "changed: " << name << what << "\n";
    }
  }
  llvm::outs() << now.lines.size() << " lines, " << changed << " changed\n";
  if (changed != 0) {
    llvm::outs() << "where that is meant: weft-corpus " << folder
                 << " --write, and the commit says which and why\n";
  }
  return changed == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Fingerprints of the code of many programs.\n");
  cpu::registerEveryTarget();
  tile::registerTilingPasses();
  cpu::registerPasses();
  std::optional<Corpus> corpus = takeAll(findPrograms());
  if (!corpus) {
    return 1;
  }
  std::string text = print(*corpus);
  std::string path = file.empty() ? folder + "/kernels.txt" : file;
  if (isWriting) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    stream << text;
    llvm::outs() << corpus->size() << " lines written\n";
    return error ? 1 : 0;
  }
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::errs() << path << " cannot be read: write it with --write\n";
    return 1;
  }
  return compare(read((*buffer)->getBuffer()), read(text));
}
