// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/ghw_bytes.h"

namespace tapestry {

namespace {

constexpr unsigned kMostShift = 63;  // ten bytes of seven bits hold any number of 64 bits

}  // namespace

bool GhwBytes::read_on() {
    if (!good_) return false;
    taken_ += end_;
    at_ = 0;
    end_ = source_->read(window_.data(), window_.size());
    good_ = end_ > 0;
    return good_;
}

double GhwBytes::share() const {
    const std::uint64_t size = source_->size();
    return size == 0 ? 0 : static_cast<double>(taken_ + at_) / static_cast<double>(size);
}

std::uint64_t GhwBytes::long_unsigned_number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift <= kMostShift; shift += 7) {
        const std::uint8_t b = byte();
        number |= std::uint64_t{b & 0x7fu} << shift;
        if ((b & 0x80) == 0) return number;
    }
    good_ = false;
    return 0;
}

std::int64_t GhwBytes::signed_number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift <= kMostShift; shift += 7) {
        const std::uint8_t b = byte();
        number |= std::uint64_t{b & 0x7fu} << shift;
        if ((b & 0x80) != 0) continue;
        if ((b & 0x40) != 0 && shift + 7 <= kMostShift) number |= ~std::uint64_t{0} << (shift + 7);
        return static_cast<std::int64_t>(number);
    }
    good_ = false;
    return 0;
}

std::int32_t GhwBytes::fixed32() {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < 4; ++i) number |= std::uint32_t{byte()} << i * 8;
    return static_cast<std::int32_t>(number);
}

std::int64_t GhwBytes::fixed64() {
    std::uint64_t number = 0;
    for (unsigned i = 0; i < 8; ++i) number |= std::uint64_t{byte()} << i * 8;
    return static_cast<std::int64_t>(number);
}

std::string GhwBytes::tag() {
    std::string text;
    for (int i = 0; i < 4; ++i) {
        const auto c = static_cast<char>(byte());
        if (c > ' ') text += c;
    }
    return text;
}

void GhwBytes::skip(std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) byte();
}

}  // namespace tapestry
