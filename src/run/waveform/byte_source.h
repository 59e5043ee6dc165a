// SPDX-License-Identifier: Apache-2.0
// Bytes in order, from a file or from memory.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace tapestry {

class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills `to` with up to `size` bytes; 0 at the end, and when reading fails.
    virtual std::size_t read(char* to, std::size_t size) = 0;
    virtual bool failed() const { return false; }
    virtual std::uint64_t size() const = 0;  // 0 when it is not known, as for a pipe
};

// Nothing if the file cannot be opened; errno has the reason.
std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path);
// `bytes` must outlive the source.
std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes);

}  // namespace tapestry
