// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "run/waveform/vcd_reader.h"

namespace tapestry {

namespace {

// Small enough to stay in the cache between reading and scanning.
constexpr std::size_t kChunk = std::size_t{256} << 10;

}  // namespace

VcdText::VcdText(std::unique_ptr<ByteSource> source, std::size_t window)
    : source_(std::move(source)),
      room_(window),
      window_(std::make_unique_for_overwrite<char[]>(room_ + 1)),
      begin_(window_.get()),
      end_(window_.get()),
      counted_(begin_) {
    *end_ = '\n';
}

bool VcdText::read_on() {
    lines_ += static_cast<std::uint64_t>(std::count(counted_, begin_, '\n'));
    const auto kept = static_cast<std::size_t>(end_ - begin_);
    if (kept > 0 && begin_ != window_.get()) std::memmove(window_.get(), begin_, kept);
    begin_ = counted_ = window_.get();
    end_ = window_.get() + kept;
    const std::size_t got = ended_ ? 0 : source_->read(end_, std::min(kChunk, room_ - kept));
    if (got == 0 && kept < room_) ended_ = true;
    if (got > 0) last_byte_ = end_[got - 1];
    end_ += got;
    *end_ = '\n';
    bytes_read_ += got;
    return got > 0;
}

std::string_view VcdText::next_word() {
    for (;;) {
        const char* from = begin_;
        while (from < end_ && is_vcd_blank(*from)) ++from;
        begin_ = from;
        const char* to = from;
        while (to < end_ && !is_vcd_blank(*to)) ++to;
        if (to < end_ || ended_) {
            begin_ = to;
            return {from, static_cast<std::size_t>(to - from)};
        }
        if (!read_on() && !ended_) return {};  // longer than the window
    }
}

std::uint64_t VcdText::line_of(const char* where) const {
    return lines_ + 1 + static_cast<std::uint64_t>(std::count(counted_, where, '\n'));
}

}  // namespace tapestry
