// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/verilog_use.h"

#include "base/verilog_lexer.h"
#include "base/verilog_text.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

using Tokens = std::vector<VerilogToken>;

bool is_decimal(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// The decimal digits of 8 or 4'd8; empty for anything else.
std::string decimal_of_digits(std::string_view text) {
    const std::size_t base = text.find("'d");
    const std::string_view digits = base == std::string_view::npos ? text : text.substr(base + 2);
    return is_decimal(digits) ? std::string(digits) : std::string();
}

// The parameters of #(.WIDTH(8), …), whose parenthesis is at `at`.
Generics parameters_at(const Tokens& tokens, std::size_t at) {
    Generics parameters;
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        if (tokens[at].text == "(") ++depth;
        if (tokens[at].text == ")" && --depth == 0) break;
        const bool is_literal = depth == 1 && tokens[at].text == "." && at + 4 < tokens.size() &&
                                tokens[at + 2].text == "(" && tokens[at + 4].text == ")";
        const std::string value =
            is_literal ? decimal_of_digits(tokens[at + 3].text) : std::string();
        if (!value.empty()) parameters.emplace_back(tokens[at + 1].text, value);
    }
    return parameters;
}

}  // namespace

VerilogUse verilog_use(const std::string& entity, std::string_view text) {
    const std::string masked = mask_comments(text);
    const Tokens tokens = tokens_of(masked);
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
        if (in_lower_case(tokens[i].text) != in_lower_case(entity)) continue;
        const bool is_module = i > 0 && tokens[i - 1].text == "module";
        const bool with_parameters = tokens[i + 1].text == "#";
        const bool is_instance = is_identifier(tokens[i + 1].text) && tokens[i + 2].text == "(";
        if (is_module || !(with_parameters || is_instance)) continue;
        return {std::string(tokens[i].text),
                with_parameters ? parameters_at(tokens, i + 2) : Generics()};
    }
    return {};
}

}  // namespace tapestry
