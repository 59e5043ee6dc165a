// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/header_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/text.h"

namespace tapestry {

namespace {

constexpr std::uint32_t kDeepestScope = 1000;
constexpr std::size_t kLongestName = 4096;
constexpr std::size_t kTextPiece = 1 << 16;

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

struct NameAndRange {
    std::string_view name;
    std::int64_t left = 0;
    std::int64_t right = 0;
    bool has_range = false;
};

// "data[7:0]" and "data [7:0]" are data with a range; "mem[3]" is the name of an element, but "flag
// [0]", with a blank, is a one-bit vector.
NameAndRange split_range(std::string_view text, std::uint32_t width) {
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    NameAndRange result{text};
    if (text.empty() || text.back() != ']') return result;
    const std::size_t open = text.rfind('[');
    if (open == std::string_view::npos || open == 0) return result;
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    const std::size_t colon = inside.find(':');
    std::string_view name = text.substr(0, open);
    const bool apart = is_blank(name.back());
    if (colon == std::string_view::npos && !apart) return result;
    const auto left = whole_number(inside.substr(0, colon));
    const auto right =
        colon == std::string_view::npos ? left : whole_number(inside.substr(colon + 1));
    if (!left || !right) return result;
    const std::uint64_t span =
        *left > *right ? static_cast<std::uint64_t>(*left) - static_cast<std::uint64_t>(*right)
                       : static_cast<std::uint64_t>(*right) - static_cast<std::uint64_t>(*left);
    if (span != width - 1) return result;
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    return {name, *left, *right, true};
}

}  // namespace

HeaderBuilder::HeaderBuilder(WaveHeader& header) : header_(header) { header_.scopes.push_back({}); }

bool HeaderBuilder::refuse(std::string why) {
    if (trouble_.empty()) trouble_ = std::move(why);
    return false;
}

std::string_view HeaderBuilder::keep(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > room_) {
        room_ = std::max(kTextPiece, text.size());
        header_.text.push_back(std::make_unique_for_overwrite<char[]>(room_));
        next_ = header_.text.back().get();
    }
    std::memcpy(next_, text.data(), text.size());
    const std::string_view kept(next_, text.size());
    next_ += text.size();
    room_ -= text.size();
    return kept;
}

bool HeaderBuilder::open_scope(std::string_view name, std::string_view module) {
    const std::uint32_t depth = header_.scopes[static_cast<std::size_t>(scope_)].depth + 1;
    if (depth > kDeepestScope)
        return refuse(fmt::format("its scopes are nested deeper than {}", kDeepestScope));
    if (name.size() > kLongestName || module.size() > kLongestName)
        return refuse(fmt::format("a name has more than {} characters", kLongestName));
    const std::int32_t parent = scope_;
    scope_ = static_cast<std::int32_t>(header_.scopes.size());
    header_.scopes.push_back({keep(name), keep(module), parent, depth});
    return true;
}

bool HeaderBuilder::close_scope() {
    if (scope_ == 0) return refuse("it closes more scopes than it opens");
    scope_ = header_.scopes[static_cast<std::size_t>(scope_)].parent;
    return true;
}

std::uint32_t HeaderBuilder::new_signal(std::uint32_t width) {
    header_.widths.push_back(width);
    return static_cast<std::uint32_t>(header_.widths.size() - 1);
}

bool HeaderBuilder::add_var(std::string_view text, std::uint32_t signal, std::uint32_t width,
                            std::int32_t table) {
    if (text.size() > kLongestName)
        return refuse(fmt::format("a name has more than {} characters", kLongestName));
    // An alias has the width of the signal's first name.
    if (signal != kNoSignal) width = header_.widths[signal];
    const NameAndRange split = split_range(text, width);
    WaveVar var{keep(split.name), scope_, signal, width, split.left, split.right, table};
    if (!split.has_range) var.left = static_cast<std::int64_t>(width) - 1;
    header_.vars.push_back(var);
    return true;
}

}  // namespace tapestry
