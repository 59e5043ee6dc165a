// SPDX-License-Identifier: Apache-2.0
#include "base/argument.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace tapestry {

std::string path_argument(const std::string& path) {
    const bool option = path.starts_with('-') || path.starts_with('+') || path.starts_with('@');
    if (option) return std::filesystem::absolute(path).string();
    std::size_t start = 0;
    while (path.compare(start, 2, "./") == 0 && path.size() > start + 2) start += 2;
    const std::string rest = path.substr(start);
    return start > 0 ? path_argument(rest) : rest;
}

std::string path_argument(const std::string& path,
                          const std::vector<std::string>& include_folders) {
    namespace fs = std::filesystem;
    std::error_code ec;
    const bool shadowed =
        std::any_of(include_folders.begin(), include_folders.end(), [&](const std::string& folder) {
            return fs::path(path).is_relative() && fs::exists(fs::path(folder) / path, ec);
        });
    return shadowed ? fs::absolute(path, ec).lexically_normal().string() : path_argument(path);
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
