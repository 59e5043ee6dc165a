// SPDX-License-Identifier: Apache-2.0
#include "show/page/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tapestry {

namespace {

constexpr std::int64_t kLargestExact = (std::int64_t{1} << 53) - 1;

bool is_text(const Cell& cell) { return std::holds_alternative<std::string>(cell); }

}  // namespace

std::string json_cell(const Cell& cell) {
    const auto* n = std::get_if<std::int64_t>(&cell);
    const bool exact = !n || (*n <= kLargestExact && *n >= -kLargestExact);
    return exact ? json_value(cell) : fmt::format("\"{}\"", *n);
}

std::string json_array(const std::vector<std::string>& items) {
    return fmt::format("[{}]", fmt::join(items, ","));
}

std::string json_column(const std::vector<Cell>& cells) {
    const bool texts = std::any_of(cells.begin(), cells.end(), is_text) &&
                       std::all_of(cells.begin(), cells.end(),
                                   [](const Cell& c) { return is_text(c) || is_null(c); });
    std::map<std::string, std::size_t> words;
    std::vector<std::string> order;
    std::vector<std::string> at;
    std::vector<std::string> plain;
    for (const Cell& cell : cells) {
        plain.push_back(json_cell(cell));
        if (!texts) continue;
        if (is_null(cell)) {
            at.emplace_back("null");
            continue;
        }
        const auto [it, is_new] = words.emplace(std::get<std::string>(cell), words.size());
        if (is_new) order.push_back(plain.back());
        at.push_back(fmt::format_int(it->second).str());
    }
    if (!texts || 2 * words.size() > cells.size()) return json_array(plain);
    return fmt::format(R"({{"words":{},"at":{}}})", json_array(order), json_array(at));
}

}  // namespace tapestry
