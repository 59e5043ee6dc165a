// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/verilator_version.h"

#include <charconv>

#include "base/codes/sources.h"

namespace tapestry {

namespace {

constexpr VerilatorVersion kOldest{5, 6};
constexpr VerilatorVersion kFirstWithJsonOnly{5, 46};

// "Verilator 5.006 2023-01-22 rev …"
VerilatorVersion parse(std::string_view text) {
    VerilatorVersion version;
    constexpr std::string_view kWord = "Verilator ";
    const std::size_t start = text.find(kWord);
    if (start == std::string_view::npos) return version;
    const char* end = text.data() + text.size();
    const auto [dot, ec] = std::from_chars(text.data() + start + kWord.size(), end, version.major);
    if (ec != std::errc() || dot == end || *dot != '.') return {};
    std::from_chars(dot + 1, end, version.minor);
    return version;
}

}  // namespace

Result<VerilatorVersion> supported_version(std::string_view text, Diagnostics& diagnostics) {
    const VerilatorVersion version = parse(text);
    if (version >= kOldest) return version;
    const std::string_view first_line = text.substr(0, text.find('\n'));
    return diagnostics.report(code::elaboration_unreadable, {},
                              "Verilator 5.006 or later is needed, and this one calls itself '" +
                                  std::string(first_line) + "'");
}

bool writes_json(const VerilatorVersion& version) { return version >= kFirstWithJsonOnly; }

}  // namespace tapestry
