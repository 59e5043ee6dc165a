// SPDX-License-Identifier: Apache-2.0
// An FST file is a chain of blocks: a byte with the kind of the block, its length in eight bytes
// (big endian), and its content. Walking the chain shows whether the file is complete before any
// content is trusted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace tapestry {

struct FstBlocks {
    bool is_fst = false;        // it begins as one
    bool has_names = false;     // the list of signals, which is written last
    bool is_wrapped = false;    // compressed as a whole, with the chain inside
    std::uint64_t changes = 0;  // blocks of value changes
    std::string damage;         // where the chain breaks; empty: nowhere
};

FstBlocks fst_blocks(const std::filesystem::path& path);

}  // namespace tapestry
