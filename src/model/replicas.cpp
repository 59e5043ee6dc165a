// SPDX-License-Identifier: Apache-2.0
#include "model/replicas.h"

#include <algorithm>
#include <cctype>

namespace tapestry {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// A number counts as an index in brackets, or at the end of a name: u_worker_2, lane3.
bool ends_a_name(const std::string& path, std::size_t after) {
    return after == path.size() || path[after] == '.' || path[after] == ']';
}

}  // namespace

std::string folded_path(const std::string& path) {
    // There is one top, whatever its name ends with; ranks are numbered in brackets.
    const std::size_t top = std::min(path.find('.'), path.find('['));
    std::string out = path.substr(0, top);
    for (std::size_t i = out.size(); i < path.size();) {
        std::size_t end = i;
        while (end < path.size() && is_digit(path[end])) ++end;
        if (end == i) {
            out += path[i++];
            continue;
        }
        out += ends_a_name(path, end) ? "*" : path.substr(i, end - i);
        i = end;
    }
    return out;
}

}  // namespace tapestry
