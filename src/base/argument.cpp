// SPDX-License-Identifier: Apache-2.0
#include "base/argument.h"

#include <algorithm>
#include <cctype>

namespace tapestry {

std::string path_argument(const std::string& path) {
    const bool option = path.starts_with('-') || path.starts_with('+') || path.starts_with('@');
    return option ? "./" + path : path;
}

bool is_argument(const std::string& text) {
    return std::none_of(text.begin(), text.end(),
                        [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

bool is_name_argument(const std::string& text) {
    if (text.empty() || !is_argument(text) || text.find(' ') != std::string::npos) return false;
    const auto first = static_cast<unsigned char>(text[0]);
    return std::isalpha(first) || first == '_' || first == '\\' || first >= 0x80;
}

}  // namespace tapestry
