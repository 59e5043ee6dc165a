// SPDX-License-Identifier: Apache-2.0
// The text of an expression from where a parser stands: blanks, signs, numbers and names.
#pragma once

#include <string>
#include <string_view>

#include "run/import/program.h"

namespace tapestry {

class ExpressionText {
public:
    explicit ExpressionText(std::string_view text) : text_(text) {}

protected:
    [[noreturn]] static void refuse(std::string why);
    void skip_blanks();
    bool take(std::string_view token);
    void need(std::string_view token);
    std::string digits(std::string_view allowed);
    Bits number();
    std::string identifier();

    std::string_view text_;
    std::size_t at_ = 0;

private:
    static Bits decimal(const std::string& text);
    Bits based_number(std::uint32_t width, bool is_unsized);
    static Bits from_digits(const std::string& text, unsigned bits, std::uint32_t width);
};

}  // namespace tapestry
