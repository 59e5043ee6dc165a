// SPDX-License-Identifier: Apache-2.0
#include "show/page/series_pack.h"

#include <fmt/format.h>

#include <algorithm>

#include "show/page/json_text.h"

namespace tapestry {

namespace {

void append_leb128(std::uint64_t n, std::string& out) {
    for (; n >= 0x80; n >>= 7) out += static_cast<char>(0x80 | (n & 0x7f));
    out += static_cast<char>(n);
}

std::uint64_t from_zero(std::int64_t n) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(n, 0));
}

}  // namespace

void SeriesPack::add(std::int64_t tap, const std::string& name, std::int64_t position,
                     std::int64_t value) {
    Series& series = series_[{tap, name}];
    const std::uint64_t at = std::max(from_zero(position), series.last);
    append_leb128(at - series.last, series.bytes);
    append_leb128(from_zero(value), series.bytes);
    series.last = at;
    ++series.count;
}

std::string SeriesPack::to_json() const {
    std::vector<Cell> taps;
    std::vector<Cell> names;
    std::vector<Cell> counts;
    std::vector<Cell> offsets;
    std::string bytes;
    for (const auto& [key, series] : series_) {
        taps.emplace_back(key.first);
        names.emplace_back(key.second);
        counts.emplace_back(static_cast<std::int64_t>(series.count));
        offsets.emplace_back(static_cast<std::int64_t>(bytes.size()));
        bytes += series.bytes;
    }
    return fmt::format(R"({{"tap":{},"name":{},"count":{},"offset":{},"bytes":"{}"}})",
                       json_column(taps), json_column(names), json_column(counts),
                       json_column(offsets), base64(bytes));
}

std::string base64(const std::string& bytes) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve(bytes.size() / 3 * 4 + 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const bool there = i + k < bytes.size();
            group = group << 8 | (there ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            const bool there = i + k <= bytes.size();
            out += there ? kDigits[group >> (18 - 6 * k) & 63] : '=';
        }
    }
    return out;
}

}  // namespace tapestry
