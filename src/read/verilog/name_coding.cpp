// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/name_coding.h"

namespace tapestry {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

}  // namespace

std::string decode_name(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::string_view rest = name.substr(i);
        if (rest.starts_with("__DOT__")) {
            out += '.';
            i += 6;
        } else if (rest.starts_with("__BRA__")) {
            out += '[';
            i += 6;
        } else if (rest.starts_with("__KET__")) {
            out += ']';
            i += 6;
        } else if (rest.size() >= 5 && rest.starts_with("__0") && hex_digit(rest[3]) >= 0 &&
                   hex_digit(rest[4]) >= 0) {
            out += static_cast<char>(hex_digit(rest[3]) * 16 + hex_digit(rest[4]));
            i += 4;
        } else {
            out += name[i];
        }
    }
    return out;
}

}  // namespace tapestry
