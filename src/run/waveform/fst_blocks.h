// SPDX-License-Identifier: Apache-2.0
// The chain of blocks that an FST file is: a byte that says what the block holds, its length in
// eight bytes (highest first), and its content. Walking it tells whether the file was written to
// its end before anybody trusts a byte inside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tapestry {

struct FstBlocks {
    bool is_fst = false;        // it begins as one
    bool has_names = false;     // the list of signals, which is written last
    bool is_wrapped = false;    // compressed as a whole: the chain is inside
    std::uint64_t changes = 0;  // blocks of value changes
    std::string damage;         // where the chain breaks; empty: nowhere
};

FstBlocks fst_blocks(const std::filesystem::path& path);

}  // namespace tapestry
