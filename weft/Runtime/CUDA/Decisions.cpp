// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/Decisions.h"

namespace weft::cuda {

/// What only some runs want looks at both of its guards first.
#define LOOK_AT_GUARDS                                                         \
  R"(  // The second number means nothing where the first is another one.
  ld.param.u64 %rd1, [guard0];
  ld.param.u64 %rd2, [test0];
  {
  .param .b64 param0;
  .param .b64 param1;
  .param .b32 wanted;
  st.param.b64 [param0], %rd1;
  st.param.b64 [param1], %rd2;
  call.uni (wanted), weft_is_wanted, (param0, param1);
  ld.param.b32 %r1, [wanted];
  }
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra Nothing;
  ld.param.u64 %rd1, [guard1];
  ld.param.u64 %rd2, [test1];
  {
  .param .b64 param0;
  .param .b64 param1;
  .param .b32 wanted;
  st.param.b64 [param0], %rd1;
  st.param.b64 [param1], %rd2;
  call.uni (wanted), weft_is_wanted, (param0, param1);
  ld.param.b32 %r1, [wanted];
  }
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra Nothing;

)"

/// Whether the run of these words is to end, into a register; words of the host
/// are looked at seldom, or always.
#define ASK_WHETHER_ENDED(words, seldom, ended)                                \
  "  {\n"                                                                      \
  "  .param .b64 param0;\n"                                                    \
  "  .param .b32 param1;\n"                                                    \
  "  .param .b32 result;\n"                                                    \
  "  st.param.b64 [param0], " words ";\n"                                      \
  "  st.param.b32 [param1], " seldom ";\n"                                     \
  "  call.uni (result), weft_is_ended, (param0, param1);\n"                    \
  "  ld.param.b32 " ended ", [result];\n"                                      \
  "  }\n"

/// A number of so many bytes, above those that are unused, into a register.
#define LOAD_NUMBER(address, bytes, unused, into)                              \
  "  {\n"                                                                      \
  "  .param .b64 param0;\n"                                                    \
  "  .param .b64 param1;\n"                                                    \
  "  .param .b64 param2;\n"                                                    \
  "  .param .b64 number;\n"                                                    \
  "  st.param.b64 [param0], " address ";\n"                                    \
  "  st.param.b64 [param1], " bytes ";\n"                                      \
  "  st.param.b64 [param2], " unused ";\n"                                     \
  "  call.uni (number), weft_load_number, (param0, param1, param2);\n"         \
  "  ld.param.b64 " into ", [number];\n"                                       \
  "  }\n"

/// The function that sets a condition is the driver's.
static_assert(RunWords::kRuns == 64 && RunWords::kOfHost == 264 &&
              RunWords::kLooked == 272);
static constexpr const char *kernels = R"(
.version 8.3
.target sm_80
.address_size 64

.extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);

.visible .entry weft_begin_run(.param .u64 words)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [words];
  ld.global.b32 %r1, [%rd1];
  add.s32 %r2, %r1, 1;
  st.global.b32 [%rd1], %r2;
  ret;
}

// Whether this run is to end, by the words of the device and of the host. Where
// `seldom` is not zero, those of the host are looked at ten thousand times a
// second at most: they are far away.
.func (.param .b32 ended) weft_is_ended(
  .param .b64 words, .param .b32 seldom)
{
  .reg .b64 %rd<12>;
  .reg .b32 %r<8>;
  .reg .pred %p<4>;

  ld.param.b64 %rd1, [words];
  ld.param.b32 %r1, [seldom];
  ld.global.b32 %r2, [%rd1];
  ld.global.b64 %rd2, [%rd1+264];
  ld.volatile.global.b64 %rd3, [%rd1+272];
  and.b32 %r3, %r2, 63;
  mul.wide.u32 %rd4, %r3, 4;
  add.s64 %rd5, %rd1, %rd4;
  ld.volatile.global.b32 %r4, [%rd5+4];
  mov.b32 %r5, 1;
  setp.eq.s32 %p1, %r4, %r2;
  @%p1 bra Known;

  setp.eq.s32 %p2, %r1, 0;
  @%p2 bra Look;
  mov.u64 %rd6, %globaltimer;
  sub.s64 %rd7, %rd6, %rd3;
  mov.b32 %r5, 0;
  setp.lt.u64 %p3, %rd7, 100000;
  @%p3 bra Known;
  st.volatile.global.b64 [%rd1+272], %rd6;
Look:
  add.s64 %rd8, %rd2, %rd4;
  ld.volatile.global.b32 %r6, [%rd8];
  setp.eq.s32 %p1, %r6, %r2;
  selp.b32 %r5, 1, 0, %p1;
Known:
  st.param.b32 [ended], %r5;
  ret;
}

// A number of 1, 2, 4 or 8 bytes, in the upper of 64 bits: those above it are
// unused.
.func (.param .b64 number) weft_load_number(
  .param .b64 address, .param .b64 bytes, .param .b64 unused)
{
  .reg .b64 %rd<6>;
  .reg .b32 %r<3>;
  .reg .b16 %h<3>;
  .reg .pred %p<4>;

  ld.param.b64 %rd1, [address];
  ld.param.b64 %rd2, [bytes];
  ld.param.b64 %rd3, [unused];
  setp.eq.s64 %p1, %rd2, 1;
  @%p1 bra OneByte;
  setp.eq.s64 %p2, %rd2, 2;
  @%p2 bra TwoBytes;
  setp.eq.s64 %p3, %rd2, 4;
  @%p3 bra FourBytes;
  ld.global.b64 %rd4, [%rd1];
  bra.uni Loaded;
OneByte:
  ld.global.b8 %h1, [%rd1];
  cvt.u64.u16 %rd4, %h1;
  bra.uni Loaded;
TwoBytes:
  ld.global.b16 %h2, [%rd1];
  cvt.u64.u16 %rd4, %h2;
  bra.uni Loaded;
FourBytes:
  ld.global.b32 %r1, [%rd1];
  cvt.u64.u32 %rd4, %r1;
Loaded:
  cvt.u32.u64 %r2, %rd3;
  shl.b64 %rd5, %rd4, %r2;
  st.param.b64 [number], %rd5;
  ret;
}

.visible .entry weft_set_condition(
  .param .u64 handle, .param .u64 words, .param .u64 address,
  .param .u64 bytes, .param .u64 unused, .param .u64 isSigned,
  .param .u64 branches)
{
  .reg .b64 %rd<20>;
  .reg .b32 %r<20>;
  .reg .b16 %h<4>;
  .reg .pred %p<12>;

  ld.param.u64 %rd1, [handle];
  ld.param.u64 %rd2, [words];
  ld.param.u64 %rd3, [address];
  ld.param.u64 %rd4, [bytes];
  ld.param.u64 %rd5, [unused];
  ld.param.u64 %rd6, [isSigned];
  ld.param.u64 %rd7, [branches];

)" LOAD_NUMBER("%rd3", "%rd4", "%rd5", "%rd9") R"(  cvt.u32.u64 %r2, %rd5;
  shr.s64 %rd10, %rd9, %r2;
  shr.u64 %rd11, %rd9, %r2;
  setp.ne.s64 %p4, %rd6, 0;
  selp.b64 %rd12, %rd10, %rd11, %p4;

  // A branch: out of range on either side is the last one.
  setp.ge.u64 %p5, %rd12, %rd7;
  add.s64 %rd13, %rd7, -1;
  selp.b64 %rd14, %rd13, %rd12, %p5;
  cvt.u32.u64 %r3, %rd14;

  // A loop, unless this run is one that is to end.
)" ASK_WHETHER_ENDED("%rd2", "1", "%r4") R"(  setp.ne.s64 %p6, %rd12, 0;
  setp.eq.s32 %p7, %r4, 0;
  and.pred %p8, %p6, %p7;
  selp.b32 %r7, 1, 0, %p8;

  setp.eq.s64 %p9, %rd7, 0;
  selp.b32 %r8, %r7, %r3, %p9;
  {
  .param .b64 param0;
  .param .b32 param1;
  st.param.b64 [param0], %rd1;
  st.param.b32 [param1], %r8;
  call.uni cudaGraphSetConditional, (param0, param1);
  }
  ret;
}

.visible .entry weft_count_round(
  .param .u64 handle, .param .u64 words, .param .u64 address,
  .param .u64 first)
{
  .reg .b64 %rd<7>;
  .reg .b32 %r<7>;
  .reg .pred %p<5>;

  ld.param.u64 %rd1, [handle];
  ld.param.u64 %rd2, [words];
  ld.param.u64 %rd3, [address];
  ld.param.u64 %rd6, [first];
  cvt.u32.u64 %r2, %rd6;
  setp.ne.s32 %p4, %r2, 0;
  @%p4 bra Counted;
  ld.global.b32 %r1, [%rd3];
  add.s32 %r2, %r1, -1;
Counted:
  st.global.b32 [%rd3], %r2;

  // Unless this run is one that is to end.
)" ASK_WHETHER_ENDED("%rd2", "1", "%r3") R"(  setp.ne.s32 %p1, %r2, 0;
  setp.eq.s32 %p2, %r3, 0;
  and.pred %p3, %p1, %p2;
  selp.b32 %r6, 1, 0, %p3;
  {
  .param .b64 param0;
  .param .b32 param1;
  st.param.b64 [param0], %rd1;
  st.param.b32 [param1], %r6;
  call.uni cudaGraphSetConditional, (param0, param1);
  }
  ret;
}

.visible .entry weft_put_array(
  .param .u64 ring, .param .u64 words, .param .u64 mask, .param .u64 slotBytes,
  .param .u64 from, .param .u64 offset, .param .u64 bytes, .param .u64 last)
{
  .reg .b64 %rd<28>;
  .reg .b32 %r<13>;
  .reg .b16 %h<2>;
  .reg .pred %p<10>;
  .shared .align 4 .b32 isEnded;

  ld.param.u64 %rd1, [ring];
  ld.param.u64 %rd2, [words];
  ld.param.u64 %rd3, [mask];
  ld.param.u64 %rd4, [slotBytes];
  ld.param.u64 %rd5, [from];
  ld.param.u64 %rd6, [offset];
  ld.param.u64 %rd7, [bytes];
  ld.param.u64 %rd8, [last];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ntid.x;

  // How many calls were left before, and until the host took enough of them, or
  // the run is to end.
  ld.volatile.global.b64 %rd9, [%rd1];
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra Waited;
  mov.b32 %r8, 0;
LookAgain:
  ld.volatile.global.b64 %rd10, [%rd1+64];
  sub.s64 %rd11, %rd9, %rd10;
  setp.le.u64 %p2, %rd11, %rd3;
  @%p2 bra HasRoom;
)" ASK_WHETHER_ENDED("%rd2", "0", "%r9") R"(  setp.ne.s32 %p8, %r9, 0;
  @%p8 bra IsEnded;
  nanosleep.u32 1000;
  bra LookAgain;
IsEnded:
  mov.b32 %r8, 1;
HasRoom:
  st.shared.b32 [isEnded], %r8;
Waited:
  membar.sys;
  bar.sync 0;
  ld.shared.b32 %r12, [isEnded];
  setp.ne.s32 %p9, %r12, 0;
  @%p9 bra Done;

  and.b64 %rd12, %rd9, %rd3;
  mul.lo.u64 %rd13, %rd12, %rd4;
  add.s64 %rd14, %rd1, %rd13;
  add.s64 %rd15, %rd14, 128;
  add.s64 %rd16, %rd15, %rd6;

  // By words of eight bytes or four, or by bytes.
  or.b64 %rd17, %rd5, %rd7;
  and.b64 %rd18, %rd17, 7;
  setp.eq.s64 %p3, %rd18, 0;
  and.b64 %rd18, %rd17, 3;
  setp.eq.s64 %p7, %rd18, 0;
  selp.b32 %r7, 2, 0, %p7;
  selp.b32 %r3, 3, %r7, %p3;
  cvt.u64.u32 %rd19, %r1;
  shl.b64 %rd20, %rd19, %r3;
  cvt.u64.u32 %rd21, %r2;
  shl.b64 %rd22, %rd21, %r3;
Copy:
  setp.ge.u64 %p4, %rd20, %rd7;
  @%p4 bra Copied;
  add.s64 %rd23, %rd5, %rd20;
  add.s64 %rd24, %rd16, %rd20;
  add.s64 %rd20, %rd20, %rd22;
  @%p3 bra CopyEight;
  @%p7 bra CopyFour;
  ld.global.b8 %h1, [%rd23];
  st.global.b8 [%rd24], %h1;
  bra Copy;
CopyFour:
  ld.global.b32 %r4, [%rd23];
  st.global.b32 [%rd24], %r4;
  bra Copy;
CopyEight:
  ld.global.b64 %rd25, [%rd23];
  st.global.b64 [%rd24], %rd25;
  bra Copy;
Copied:
  membar.sys;
  bar.sync 0;

  setp.eq.s64 %p5, %rd8, 0;
  or.pred %p6, %p1, %p5;
  @%p6 bra Done;
  // Whose run it is, and which call; the host sees it all once it is counted.
  ld.global.b32 %r4, [%rd2];
  st.global.b32 [%rd15], %r4;
  cvt.u32.u64 %r5, %rd8;
  add.s32 %r6, %r5, -1;
  st.global.b32 [%rd15+4], %r6;
  membar.sys;
  add.s64 %rd9, %rd9, 1;
  st.volatile.global.b64 [%rd1], %rd9;
Done:
  ret;
}

.visible .entry weft_check(
  .param .u64 words, .param .u64 address, .param .u64 bytes,
  .param .u64 unused, .param .u64 to, .param .u64 check)
{
  .reg .b64 %rd<12>;
  .reg .b32 %r<6>;
  .reg .b16 %h<3>;
  .reg .pred %p<6>;

  ld.param.u64 %rd1, [words];
  ld.param.u64 %rd2, [address];
  ld.param.u64 %rd3, [bytes];
  ld.param.u64 %rd4, [unused];
  ld.param.u64 %rd5, [to];
  ld.param.u64 %rd6, [check];

)" LOAD_NUMBER("%rd2", "%rd3", "%rd4", "%rd8") R"(  setp.ne.s64 %p4, %rd8, 0;
  @%p4 bra Done;

  // Behind the end of a run that was told to end, values are anyhow; and of
  // checks that fail the first one counts, which tells it so.
)" ASK_WHETHER_ENDED("%rd1", "0", "%r5") R"(  setp.ne.s32 %p5, %r5, 0;
  @%p5 bra Done;
  st.volatile.global.b64 [%rd5], %rd6;
  // Loops of this run go on no more.
  ld.global.b32 %r3, [%rd1];
  and.b32 %r4, %r3, 63;
  mul.wide.u32 %rd10, %r4, 4;
  add.s64 %rd11, %rd1, %rd10;
  st.volatile.global.b32 [%rd11+4], %r3;
  membar.sys;
Done:
  ret;
}

// Whether a command is wanted, by one of its guards: there is none at address
// zero. The test is the number that is wanted, above it 1 for a number of four
// bytes and not of one bit, and 2 where what is more will do, too.
.func (.param .b32 wanted) weft_is_wanted(
  .param .b64 address, .param .b64 test)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<8>;
  .reg .b16 %h<2>;
  .reg .pred %p<8>;

  ld.param.b64 %rd1, [address];
  ld.param.b64 %rd2, [test];
  mov.b32 %r1, 1;
  setp.eq.s64 %p1, %rd1, 0;
  @%p1 bra Known;
  cvt.u32.u64 %r2, %rd2;
  shr.u64 %rd3, %rd2, 32;
  cvt.u32.u64 %r3, %rd3;
  and.b32 %r4, %r3, 1;
  setp.ne.s32 %p2, %r4, 0;
  @%p2 bra FourBytes;
  ld.global.b8 %h1, [%rd1];
  cvt.u32.u16 %r5, %h1;
  and.b32 %r6, %r5, 1;
  bra.uni Loaded;
FourBytes:
  ld.global.b32 %r6, [%rd1];
Loaded:
  and.b32 %r7, %r3, 2;
  setp.ne.s32 %p3, %r7, 0;
  setp.gt.u32 %p4, %r6, %r2;
  and.pred %p5, %p3, %p4;
  setp.eq.s32 %p6, %r6, %r2;
  or.pred %p7, %p5, %p6;
  selp.b32 %r1, 1, 0, %p7;
Known:
  st.param.b32 [wanted], %r1;
  ret;
}

.visible .entry weft_copy_if(
  .param .u64 guard0, .param .u64 test0,
  .param .u64 guard1, .param .u64 test1,
  .param .u64 from, .param .u64 to, .param .u64 bytes)
{
  .reg .b64 %rd<16>;
  .reg .b32 %r<6>;
  .reg .b16 %h<4>;
  .reg .pred %p<5>;

)" LOOK_AT_GUARDS R"(  ld.param.u64 %rd2, [from];
  ld.param.u64 %rd3, [to];
  ld.param.u64 %rd4, [bytes];
  // Which thread of all this one is, and how many there are.
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %nctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mul.wide.u32 %rd5, %r1, %r3;
  cvt.u64.u32 %rd6, %r4;
  add.s64 %rd7, %rd5, %rd6;
  mul.wide.u32 %rd8, %r2, %r3;

  // By sixteen bytes, and what is left by single ones, or all of it where it
  // does not lie at multiples of sixteen.
  or.b64 %rd9, %rd2, %rd3;
  and.b64 %rd10, %rd9, 15;
  setp.ne.s64 %p2, %rd10, 0;
  and.b64 %rd11, %rd4, -16;
  mov.u64 %rd12, %rd7;
  @%p2 bra Bytes;
  shl.b64 %rd13, %rd7, 4;
  shl.b64 %rd14, %rd8, 4;
Sixteen:
  setp.ge.u64 %p3, %rd13, %rd11;
  @%p3 bra Rest;
  add.s64 %rd5, %rd2, %rd13;
  add.s64 %rd6, %rd3, %rd13;
  ld.global.v2.b64 {%rd9, %rd10}, [%rd5];
  st.global.v2.b64 [%rd6], {%rd9, %rd10};
  add.s64 %rd13, %rd13, %rd14;
  bra Sixteen;
Rest:
  add.s64 %rd12, %rd11, %rd7;
Bytes:
  setp.ge.u64 %p4, %rd12, %rd4;
  @%p4 bra Nothing;
  add.s64 %rd5, %rd2, %rd12;
  add.s64 %rd6, %rd3, %rd12;
  ld.global.b8 %h3, [%rd5];
  st.global.b8 [%rd6], %h3;
  add.s64 %rd12, %rd12, %rd8;
  bra Bytes;
Nothing:
  ret;
}

.visible .entry weft_fill_if(
  .param .u64 guard0, .param .u64 test0,
  .param .u64 guard1, .param .u64 test1,
  .param .u64 to, .param .u64 pattern, .param .u64 bytes)
{
  .reg .b64 %rd<16>;
  .reg .b32 %r<8>;
  .reg .b16 %h<4>;
  .reg .pred %p<5>;

)" LOOK_AT_GUARDS R"(  ld.param.u64 %rd2, [to];
  ld.param.u64 %rd3, [pattern];
  ld.param.u64 %rd4, [bytes];
  cvt.u32.u64 %r5, %rd3;
  // Which thread of all this one is, and how many there are.
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %nctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mul.wide.u32 %rd5, %r1, %r3;
  cvt.u64.u32 %rd6, %r4;
  add.s64 %rd7, %rd5, %rd6;
  mul.wide.u32 %rd8, %r2, %r3;

  // By sixteen bytes, and what is left by single ones, or all of it where it
  // does not lie at a multiple of sixteen.
  and.b64 %rd10, %rd2, 15;
  setp.ne.s64 %p2, %rd10, 0;
  and.b64 %rd11, %rd4, -16;
  mov.u64 %rd12, %rd7;
  @%p2 bra Bytes;
  shl.b64 %rd13, %rd7, 4;
  shl.b64 %rd14, %rd8, 4;
Sixteen:
  setp.ge.u64 %p3, %rd13, %rd11;
  @%p3 bra Rest;
  add.s64 %rd6, %rd2, %rd13;
  st.global.v4.b32 [%rd6], {%r5, %r5, %r5, %r5};
  add.s64 %rd13, %rd13, %rd14;
  bra Sixteen;
Rest:
  add.s64 %rd12, %rd11, %rd7;
Bytes:
  setp.ge.u64 %p4, %rd12, %rd4;
  @%p4 bra Nothing;
  // Which of the four it is.
  cvt.u32.u64 %r6, %rd12;
  and.b32 %r6, %r6, 3;
  shl.b32 %r6, %r6, 3;
  shr.u32 %r7, %r5, %r6;
  cvt.u16.u32 %h3, %r7;
  add.s64 %rd6, %rd2, %rd12;
  st.global.b8 [%rd6], %h3;
  add.s64 %rd12, %rd12, %rd8;
  bra Bytes;
Nothing:
  ret;
}
)";
#undef ASK_WHETHER_ENDED
#undef LOAD_NUMBER
#undef LOOK_AT_GUARDS

std::vector<uint64_t>
DecisionKernels::wordsOf(const std::vector<CommandGuard> &guards,
                         const RunPlaces &places) {
  std::vector<uint64_t> words;
  for (const CommandGuard &guard : guards) {
    const uint64_t how =
        (guard.test.bits == 1 ? 0 : 1) + (guard.test.orAbove ? 2 : 0);
    words.push_back(places.addressOf(guard.address));
    words.push_back(how << 32 | guard.test.wanted);
  }
  words.resize(2 * kMostGuards);
  return words;
}

std::string_view DecisionKernels::text() { return kernels; }

StatusOr<std::unique_ptr<DecisionKernels>>
DecisionKernels::load(const Device &device) {
  WEFT_ASSIGN_OR_RETURN(Module module, device.load(kernels));
  std::unique_ptr<DecisionKernels> loaded(
      new DecisionKernels(std::move(module)));
  WEFT_ASSIGN_OR_RETURN(loaded->beginRun,
                        loaded->module.find("weft_begin_run", 0));
  WEFT_ASSIGN_OR_RETURN(loaded->setCondition,
                        loaded->module.find("weft_set_condition", 0));
  WEFT_ASSIGN_OR_RETURN(loaded->countRound,
                        loaded->module.find("weft_count_round", 0));
  WEFT_ASSIGN_OR_RETURN(loaded->putArray,
                        loaded->module.find("weft_put_array", 0));
  WEFT_ASSIGN_OR_RETURN(loaded->noteFailure,
                        loaded->module.find("weft_check", 0));
  WEFT_ASSIGN_OR_RETURN(loaded->copyGuarded,
                        loaded->module.find("weft_copy_if", 0));
  WEFT_ASSIGN_OR_RETURN(loaded->fillGuarded,
                        loaded->module.find("weft_fill_if", 0));
  return loaded;
}

} // namespace weft::cuda
