// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/verilog_keyword.h"
#include "read/vhdl/netlist.h"

namespace tapestry {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// One past the end of the token that begins at `at`.
std::size_t token_end(std::string_view text, std::size_t at) {
    std::size_t end = at + 1;
    if (text[at] == '\\') {
        while (end < text.size() && text[end] != ' ') ++end;
        return end;
    }
    if (is_word(text[at]) || text[at] == '$') {
        while (end < text.size() && (is_word(text[end]) || text[end] == '\'')) ++end;
        return end;
    }
    static constexpr std::string_view kLong[] = {
        ">>>", "<<<", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "+:", "~^"};
    for (const std::string_view mark : kLong) {
        if (text.substr(at).starts_with(mark)) return at + mark.size();
    }
    return end;
}

std::optional<std::uint32_t> number(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

}  // namespace

NetTokens net_tokens(std::string_view text) {
    NetTokens tokens;
    for (std::size_t at = 0; at < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
            ++at;
            continue;
        }
        if (text[at] == '"') {
            std::size_t close = text.find('"', at + 1);
            close = close == std::string_view::npos ? text.size() : close + 1;
            tokens.emplace_back(text.substr(at, close - at));
            at = close;
            continue;
        }
        const std::size_t end = token_end(text, at);
        tokens.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return tokens;
}

std::string text_of(const NetTokens& tokens) {
    std::string text;
    for (const std::string& token : tokens) {
        const bool tight = text.empty() || text.back() == '[' || text.back() == '(' ||
                           text.back() == '{' || text.back() == '~' || token == "]" ||
                           token == ")" || token == "}" || token == "," || token == ";" ||
                           token == "[" || token == ":";
        // A blank ends an escaped name.
        const bool escaped =
            !text.empty() && text.find('\\', text.find_last_of(' ') + 1) != std::string::npos;
        if (!tight || escaped) text += ' ';
        text += token;
        if (token[0] == '\\') text += ' ';
    }
    return text;
}

bool is_net_name(std::string_view token) {
    return !token.empty() && (std::isalpha(static_cast<unsigned char>(token[0])) != 0 ||
                              token[0] == '_' || token[0] == '\\');
}

std::string net_name(std::string vhdl_name) {
    const bool is_plain = vhdl_name.find('\\') == std::string::npos;
    if (is_plain && !is_verilog_keyword(vhdl_name)) return vhdl_name;
    std::replace(vhdl_name.begin(), vhdl_name.end(), ' ', '_');  // a blank would end the name
    return "\\" + vhdl_name;
}

std::string vhdl_name(std::string_view net) {
    return std::string(net.substr(net.starts_with('\\') ? 1 : 0));
}

std::optional<std::uint32_t> constant_width(std::string_view token) {
    const std::size_t mark = token.find('\'');
    if (mark == std::string_view::npos) return std::nullopt;
    return number(token.substr(0, mark));
}

bool is_made_up(std::string_view name) {
    if (name.size() < 3 || name[0] != 'n') return false;
    const std::size_t end = name.find_first_not_of("0123456789", 1);
    return end != std::string_view::npos && end > 1 && name[end] == '_';
}

std::optional<NetSlice> slice_of(const NetTokens& t) {
    if (t.empty() || !is_net_name(t[0])) return std::nullopt;
    if (t.size() == 1) return NetSlice{t[0], std::nullopt, 0};
    const bool one = t.size() == 4 && t[1] == "[" && t[3] == "]";
    const bool two = t.size() == 6 && t[1] == "[" && t[3] == ":" && t[5] == "]";
    if (!one && !two) return std::nullopt;
    const auto high = number(t[2]);
    const auto low = one ? high : number(t[4]);
    if (!high || !low || *low > *high) return std::nullopt;
    return NetSlice{t[0], high, *low};
}

}  // namespace tapestry
