// SPDX-License-Identifier: Apache-2.0
#include "hls/clang_errors.h"

#include <charconv>
#include <sstream>

#include "base/codes/sources.h"
#include "hls/front.h"

namespace tapestry::hls {

namespace {

// Strips a trailing `:NUMBER` from `text` and returns the number; 0: there is none.
unsigned take_number(std::string& text) {
    const std::size_t colon = text.rfind(':');
    unsigned number = 0;
    if (colon == std::string::npos) return 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + colon + 1, end, number);
    if (read.ptr != end || number == 0) return 0;
    text.resize(colon);
    return number;
}

}  // namespace

Reported refuse_source(Diagnostics& diagnostics, const Place& place, const std::string& what,
                       const std::string& hint) {
    return diagnostics.report(code::kernel_rejected, place, what, hint);
}

std::vector<ClangError> clang_errors(const std::string& text) {
    std::vector<ClangError> errors;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        std::size_t at = line.find(": error: "), skip = 9;
        if (at == std::string::npos) at = line.find(": fatal error: "), skip = 15;
        if (at == std::string::npos) continue;
        std::string file = line.substr(0, at);
        const unsigned column = take_number(file), number = take_number(file);
        if (column > 0 && number > 0) errors.push_back({{file, number}, line.substr(at + skip)});
    }
    return errors;
}

}  // namespace tapestry::hls
