// SPDX-License-Identifier: Apache-2.0
// The preprocessed text of the design, line by line. It still has the names of constants (`SEND`)
// that elaboration replaces by values (2'h2).
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
    // `preprocessed`: text with `line directives, as printed by a preprocessor.
    explicit SourceText(std::string_view preprocessed);

    // The token at a place: an identifier, a literal, an operator. Empty if the line is unknown.
    std::string at(const std::string& file, const SourcePlace& place) const;

    // The identifier at a place without its package prefix; for a macro that expands to a literal,
    // the macro's name. Empty if there is no name.
    std::string name_at(const std::string& file, const SourcePlace& place) const;

private:
    std::string macro_at(const std::string& file, std::uint32_t line,
                         const std::string& literal) const;

    std::unordered_map<std::string, std::vector<std::string>> lines_;  // by file, from line 1
    mutable std::unordered_map<std::string, std::vector<std::string>> originals_;
    struct Macro {
        std::string file;
        std::uint32_t line = 0;
        std::string body;
    };
    void load_macros() const;
    bool may_be(const std::string& macro, const std::string& file, std::uint32_t line,
                const std::string& literal) const;

    mutable std::unordered_map<std::string, std::vector<Macro>> macros_;  // by name
    mutable bool macros_loaded_ = false;
};

}  // namespace tapestry
