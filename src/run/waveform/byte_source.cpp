// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tapestry {

namespace {

class FileBytes : public ByteSource {
public:
    explicit FileBytes(int file) : file_(file) {
        struct stat facts = {};
        if (fstat(file_, &facts) == 0 && S_ISREG(facts.st_mode))
            size_ = static_cast<std::uint64_t>(facts.st_size);
        // Only a hint: the kernel reads further ahead.
        posix_fadvise(file_, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    ~FileBytes() override { ::close(file_); }
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    std::size_t read(char* to, std::size_t size) override {
        for (;;) {
            const ssize_t n = ::read(file_, to, size);
            if (n >= 0) return static_cast<std::size_t>(n);
            if (errno == EINTR) continue;
            failed_ = true;
            return 0;
        }
    }
    bool failed() const override { return failed_; }
    std::uint64_t size() const override { return size_; }

private:
    int file_;
    bool failed_ = false;
    std::uint64_t size_ = 0;
};

class MemoryBytes : public ByteSource {
public:
    explicit MemoryBytes(std::string_view bytes) : rest_(bytes), size_(bytes.size()) {}

    std::size_t read(char* to, std::size_t size) override {
        const std::size_t n = std::min(size, rest_.size());
        if (n > 0) std::memcpy(to, rest_.data(), n);
        rest_.remove_prefix(n);
        return n;
    }
    std::uint64_t size() const override { return size_; }

private:
    std::string_view rest_;
    std::uint64_t size_;
};

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return nullptr;
    return std::make_unique<FileBytes>(file);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::string_view bytes) {
    return std::make_unique<MemoryBytes>(bytes);
}

}  // namespace tapestry
