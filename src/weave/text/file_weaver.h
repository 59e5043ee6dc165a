// SPDX-License-Identifier: Apache-2.0
// The text of one source file with its pending insertions. Positions refer to the original text.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tapestry {

class FileWeaver {
public:
    FileWeaver(std::string name, std::string text);

    const std::string& name() const { return name_; }
    const std::string& text() const { return text_; }
    const std::string& masked() const { return masked_; }  // no comments and strings
    const std::string& newline() const { return newline_; }

    // Inserts before the character at `at`. Insertions at one place keep their order.
    void insert(std::size_t at, std::string text);
    // Inserts whole lines before the line of `at`, or directly before `at` if other text precedes
    // it on that line. `lines` makes them for an indent; each ends with a newline.
    void insert_lines(std::size_t at, std::size_t deeper,
                      const std::function<std::string(const std::string& indent)>& lines);
    // Replaces the characters from `begin` to `end`.
    void replace(std::size_t begin, std::size_t end, std::string text);

    std::string woven() const;

private:
    struct Edit {
        std::size_t begin;
        std::size_t end;
        std::string text;
    };
    std::string name_;
    std::string text_;
    std::string masked_;
    std::string newline_;
    std::vector<Edit> edits_;
};

}  // namespace tapestry
