// SPDX-License-Identifier: Apache-2.0
// The process that reads an FST file with fstapi, which is used nowhere else. Both functions run
// after a fork, write messages (fst_messages.h) to `pipe`, and never return. A corrupt file may
// crash them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// A signal to read: its handle in the file and its width.
struct FstSignal {
    std::uint32_t handle = 0;
    std::uint32_t width = 0;
    std::uint32_t signal = 0;  // its number in the messages
};

[[noreturn]] void send_fst_names(const std::string& path, int pipe);
[[noreturn]] void send_fst_changes(const std::string& path, const std::vector<FstSignal>& wanted,
                                   int pipe);

}  // namespace tapestry
