// SPDX-License-Identifier: Apache-2.0
// Facts about Verilog source that need no parser.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// The text with every character of comments and strings replaced by a space. Line breaks stay, so
// that positions and line numbers stay valid.
std::string mask_comments(std::string_view text);

struct VerilogWord {
    std::string_view
        text;  // an identifier or keyword; one beginning with '`' is a macro or directive
    std::size_t position;  // in the masked text
};

// The identifiers, keywords and macros of a masked text, in order. Escaped identifiers keep their
// backslash.
std::vector<VerilogWord> words_of(std::string_view masked);

// The names of the modules that a source file declares.
std::vector<std::string> declared_modules(std::string_view text);

// The 1-based line number of a position.
std::size_t line_of(std::string_view text, std::size_t position);

// The name as it must be written in Verilog: an escaped identifier unless it is a plain one.
std::string spelled(const std::string& name);

}  // namespace tapestry
