// SPDX-License-Identifier: Apache-2.0
#include "weave/text/file_weaver.h"

#include <algorithm>

#include "base/verilog_text.h"

namespace tapestry {

FileWeaver::FileWeaver(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), masked_(mask_comments(text_)) {
    newline_ = text_.find("\r\n") != std::string::npos ? "\r\n" : "\n";
}

void FileWeaver::insert(std::size_t at, std::string text) {
    edits_.push_back({at, at, std::move(text)});
}

void FileWeaver::insert_lines(std::size_t at, std::size_t deeper,
                              const std::function<std::string(const std::string& indent)>& lines) {
    const std::size_t line = text_.rfind('\n', at) + 1;
    const std::string before = text_.substr(line, at - line);
    const bool alone = before.find_first_not_of(" \t") == std::string::npos;
    if (alone)
        insert(line, lines(before + std::string(deeper, ' ')));
    else
        insert(at, newline_ + lines("  "));
}

void FileWeaver::replace(std::size_t begin, std::size_t end, std::string text) {
    edits_.push_back({begin, end, std::move(text)});
}

std::string FileWeaver::woven() const {
    std::vector<Edit> edits = edits_;
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    std::string out;
    std::size_t from = 0;
    for (const Edit& edit : edits) {
        out += text_.substr(from, edit.begin - from) + edit.text;
        from = edit.end;
    }
    return out + text_.substr(from);
}

}  // namespace tapestry
