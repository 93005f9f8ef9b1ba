// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/KernelMark.h"

#include <string_view>

namespace weft {

/// A store that nobody waits for. One thread of all makes it.
static constexpr std::string_view instructions = R"(	{
	.reg .b64 %mark_place;
	.reg .b32 %mark_number;
	.reg .b32 %mark_block;
	.reg .pred %mark_first;
	mov.u32 %mark_number, %tid.x;
	mov.u32 %mark_block, %ctaid.x;
	or.b32 %mark_number, %mark_number, %mark_block;
	setp.eq.s32 %mark_first, %mark_number, 0;
	ld.param.b64 %mark_place, [weft_mark_place];
	ld.param.b32 %mark_number, [weft_mark_number];
	@%mark_first st.volatile.global.b32 [%mark_place], %mark_number;
	}
)";
static constexpr std::string_view parameters =
    ".param .u64 weft_mark_place,\n\t.param .u64 weft_mark_number";

/// Behind the declarations of a body, and what lets other kernels come.
static size_t endOfDeclarations(std::string_view text, size_t at) {
  while (at < text.size()) {
    const size_t end = text.find('\n', at);
    const std::string_view line = text.substr(at, end - at);
    const size_t first = line.find_first_not_of(" \t");
    const std::string_view word =
        first == line.npos ? std::string_view() : line.substr(first);
    if (end == text.npos ||
        !(word.starts_with(".") || word.starts_with("griddepcontrol"))) {
      break;
    }
    at = end + 1;
  }
  return at;
}

bool leaveMark(std::string &text) {
  const size_t entry = text.find(".visible .entry ");
  const size_t list = text.find('(', entry);
  const size_t listEnd = text.find(')', list);
  constexpr std::string_view opening = "\n{\n";
  const size_t body = text.find(opening, listEnd);
  if (entry == text.npos || body == text.npos) {
    return false;
  }
  const bool isAlone = text.find(".param", list) > listEnd;
  text.insert(endOfDeclarations(text, body + opening.size()), instructions);
  const size_t last = text.find_last_not_of(" \t\n", listEnd - 1);
  text.insert(last + 1, (isAlone ? "\n\t" : ",\n\t") + std::string(parameters));
  return true;
}

} // namespace weft
