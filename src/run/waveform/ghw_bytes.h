// SPDX-License-Identifier: Apache-2.0
// The bytes of a GHW file in order, through a window, and the number formats it uses. After the end
// of the file, or an invalid number, `good()` is false and everything reads as zero.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "run/waveform/byte_source.h"

namespace tapestry {

class GhwBytes {
public:
    static constexpr std::size_t kWindow = std::size_t{1} << 18;

    explicit GhwBytes(std::unique_ptr<ByteSource> source, std::size_t window = kWindow)
        : source_(std::move(source)), window_(window) {}

    bool good() const { return good_; }
    double share() const;  // of the file that was read; 0 where its size is not known

    std::uint8_t byte() {
        if (at_ == end_ && !read_on()) return 0;
        return static_cast<std::uint8_t>(window_[at_++]);
    }
    std::uint64_t unsigned_number() {  // LEB128
        if (at_ != end_ && (window_[at_] & 0x80) == 0)
            return static_cast<std::uint8_t>(window_[at_++]);
        return long_unsigned_number();
    }
    std::int64_t signed_number();
    std::int32_t fixed32();  // little endian
    std::int64_t fixed64();
    std::string tag();  // four characters, such as "STR\0", without the zeros
    void skip(std::size_t bytes);

private:
    bool read_on();
    std::uint64_t long_unsigned_number();

    std::unique_ptr<ByteSource> source_;
    std::vector<char> window_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::uint64_t taken_ = 0;  // bytes before the window
    bool good_ = true;
};

}  // namespace tapestry
