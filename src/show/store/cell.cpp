// SPDX-License-Identifier: Apache-2.0
#include "show/store/cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace tapestry {

namespace {

using Json = nlohmann::json;

bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c >= ' ' && c < 127 && c != '"' && c != '\\'; });
}

std::string csv_text(const std::string& text) {
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

}  // namespace

std::int64_t integer(const Cell& cell) {
    const auto* n = std::get_if<std::int64_t>(&cell);
    return n ? *n : 0;
}

double real(const Cell& cell) {
    if (const auto* d = std::get_if<double>(&cell)) return std::isfinite(*d) ? *d : 0;
    return static_cast<double>(integer(cell));
}

std::string text(const Cell& cell) {
    const auto* s = std::get_if<std::string>(&cell);
    return s ? *s : "";
}

// Fast path: almost every name is plain and needs no escaping.
std::string json_string(std::string_view text) {
    if (is_plain(text)) return '"' + std::string(text) + '"';
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_value(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return fmt::format_int(*n).str();
    if (const auto* s = std::get_if<std::string>(&cell)) return json_string(*s);
    const auto* d = std::get_if<double>(&cell);
    return d && std::isfinite(*d) ? Json(*d).dump() : "null";
}

std::string csv_field(const Cell& cell) {
    if (is_null(cell)) return "";
    if (const auto* s = std::get_if<std::string>(&cell)) return csv_text(*s);
    if (const auto* d = std::get_if<double>(&cell)) return fmt::format("{}", *d);
    return fmt::format_int(integer(cell)).str();
}

}  // namespace tapestry
