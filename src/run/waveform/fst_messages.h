// SPDX-License-Identifier: Apache-2.0
// The messages from the process that reads an FST file to the one that started it. fstapi trusts
// the bytes of its file, so it runs in a process of its own, which may crash, and its messages are
// validated like any untrusted input.
//
// A message is a tag and its fields, in this machine's byte order:
//
//   scope   u32 length, name, u32 length, name of the module
//   up
//   var     u32 handle, u32 width (0: no bits), u32 table (~0: none), u32 length, name
//   table   u32 table, u32 count, then count times: u32 length, value, u32 length, name
//   times   i32 power of ten of a second, u64 first, u64 last
//   time    u64
//   change  u32 signal, the words of `ones`, the words of `unknown`
//   zero, one, unknown   u32 signal: the change of a signal of one bit
//   gap
//   done    all of it came
#pragma once

#include <cstdint>

namespace tapestry {

enum class FstTag : std::uint8_t {
    scope = 1,
    up,
    var,
    table,
    times,
    time,
    change,
    zero,
    one,
    unknown,
    gap,
    done,
};

}  // namespace tapestry
