// SPDX-License-Identifier: Apache-2.0
// Verilog source as text: what can be said of it without parsing it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// The same text with every character of comments and strings replaced by a space; line ends stay,
// so positions and lines stay.
std::string mask_comments(std::string_view text);

struct VerilogWord {
    std::string_view
        text;  // an identifier or keyword; one beginning with '`' is a macro or directive
    std::size_t position;  // in the masked text
};

// The identifiers, keywords and macros of a masked text, in order. Escaped identifiers keep their
// backslash.
std::vector<VerilogWord> words_of(std::string_view masked);

// Names of the modules that a source file declares.
std::vector<std::string> declared_modules(std::string_view text);

// 1-based line of a position.
std::size_t line_of(std::string_view text, std::size_t position);

// A name as Verilog wants it written: an escaped identifier where it is no plain one.
std::string spelled(const std::string& name);

}  // namespace tapestry
