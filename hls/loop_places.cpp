// SPDX-License-Identifier: Apache-2.0
#include "hls/loop_places.h"

#include <sstream>

#include "base/file.h"

namespace tapestry::hls {

namespace {

std::string trimmed(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string::npos ? "" : line.substr(first);
}

bool goes_on(const std::string& line) {
    const std::size_t last = line.find_last_not_of(" \t\r");
    return last != std::string::npos && line[last] == '\\';
}

}  // namespace

unsigned line_of_loop(const std::string& text, unsigned line) {
    std::istringstream in(text);
    bool in_pragma = false;
    unsigned at = 0;
    for (std::string whole; std::getline(in, whole);) {
        if (++at < line) continue;
        const std::string words = trimmed(whole);
        const bool is_pragma = in_pragma || words.starts_with("#");
        if (at == line && !is_pragma) return line;
        in_pragma = is_pragma && goes_on(whole);
        if (is_pragma || words.empty() || words.starts_with("//") || words.starts_with("{"))
            continue;
        return words.starts_with("for") ? at : line;
    }
    return line;
}

void place_loops(Kernel& kernel) {
    for (Loop& loop : kernel.loops) {
        Place& at = loop.place.at;
        Diagnostics ignored;
        if (at.line == 0) continue;
        if (const Result<std::string> text = read_file(at.file, ignored))
            at.line = line_of_loop(*text, at.line);
    }
}

}  // namespace tapestry::hls
