// SPDX-License-Identifier: Apache-2.0
// A file that only this process sees, and that is gone with it: in TMPDIR, else in /var/tmp, which
// is on a disk where /tmp may be memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tapestry {

class UnnamedFile {
public:
    UnnamedFile();
    ~UnnamedFile();
    UnnamedFile(const UnnamedFile&) = delete;
    UnnamedFile& operator=(const UnnamedFile&) = delete;

    // Whether all of it was written; if not, the file is as it was.
    bool append(const void* bytes, std::size_t size);
    std::uint64_t size() const { return size_; }
    void read(std::uint64_t from, void* bytes, std::size_t size) const;

private:
    int file_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace tapestry
