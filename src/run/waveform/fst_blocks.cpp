// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/fst_blocks.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <memory>

namespace tapestry {

namespace {

constexpr int kHeader = 0;
constexpr int kWrapped = 254;
constexpr int kBeingWritten = 255;
constexpr std::uint64_t kHeaderLength = 329;

bool holds_changes(int kind) { return kind == 1 || kind == 5 || kind == 8; }
bool holds_names(int kind) { return kind == 4 || kind == 6 || kind == 7; }

struct Block {
    int kind = 0;
    std::uint64_t length = 0;  // of the content and of the length itself
};

bool read_block(std::FILE* file, Block& block) {
    std::array<unsigned char, 9> bytes;
    if (std::fread(bytes.data(), 1, bytes.size(), file) != bytes.size()) return false;
    block.kind = bytes[0];
    block.length = 0;
    for (std::size_t i = 1; i < bytes.size(); ++i) block.length = block.length << 8 | bytes[i];
    return true;
}

void walk(std::FILE* file, std::uint64_t size, FstBlocks& found) {
    std::uint64_t at = 0;
    while (at < size) {
        Block block;
        const bool fits = fseeko(file, static_cast<off_t>(at), SEEK_SET) == 0 &&
                          read_block(file, block) && block.kind != kBeingWritten &&
                          block.length >= 8 && block.length <= size - at - 1;
        if (!fits) {
            found.damage = fmt::format("its block at byte {} is not whole", at);
            return;
        }
        found.has_names = found.has_names || holds_names(block.kind);
        found.changes += holds_changes(block.kind);
        at += 1 + block.length;
    }
}

}  // namespace

FstBlocks fst_blocks(const std::filesystem::path& path) {
    FstBlocks found;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                               std::fclose);
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    Block first;
    if (!file || error || !read_block(file.get(), first)) return found;
    found.is_wrapped = first.kind == kWrapped;
    found.is_fst = found.is_wrapped || (first.kind == kHeader && first.length == kHeaderLength);
    if (found.is_fst && !found.is_wrapped) walk(file.get(), size, found);
    return found;
}

}  // namespace tapestry
