// SPDX-License-Identifier: Apache-2.0
// The text of one source file with what is to be inserted. Positions are those of the original.
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

    // In front of the character at `at`. What is inserted first at a place stands first.
    void insert(std::size_t at, std::string text);
    // On lines of their own before the line of `at`, or in front of `at` when other text shares
    // that line. `lines` makes them for an indent; each ends with a newline.
    void insert_lines(std::size_t at, std::size_t deeper,
                      const std::function<std::string(const std::string& indent)>& lines);
    // In place of the characters from `begin` to `end`.
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
