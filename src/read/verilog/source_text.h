// SPDX-License-Identifier: Apache-2.0
// The preprocessed text of the design, line by line: the place where an elaborated constant's name
// (`SEND`, not 2'h2) can still be read.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/design.h"

namespace tapestry {

class SourceText {
public:
    SourceText() = default;
    // `preprocessed`: text with `line directives, as a preprocessor prints it.
    explicit SourceText(std::string_view preprocessed);

    // The text at a place: an identifier, a literal, an operator. Empty when the line is unknown.
    std::string at(const std::string& file, const SourcePlace& place) const;

    // The identifier at a place, with its package prefix removed; for a macro that stands for a
    // literal, the macro's name. Empty when no name stands there.
    std::string name_at(const std::string& file, const SourcePlace& place) const;

private:
    std::string macro_at(const std::string& file, std::uint32_t line,
                         const std::string& literal) const;

    std::unordered_map<std::string, std::vector<std::string>> lines_;  // by file, from line 1
    mutable std::unordered_map<std::string, std::vector<std::string>> originals_;
    mutable std::unordered_map<std::string, std::string> macros_;  // name -> body
    mutable bool macros_loaded_ = false;
};

}  // namespace tapestry
