// SPDX-License-Identifier: Apache-2.0
#include "base/plain_names.h"

#include <algorithm>
#include <cctype>

namespace tapestry {

namespace fs = std::filesystem;

bool is_plain_name(const std::string& name) {
    return std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return c < 0x80 &&
               (std::isalnum(c) ||
                std::string_view("/._-+,=@").find(static_cast<char>(c)) != std::string_view::npos);
    });
}

std::string PlainNames::plain(const std::string& name) {
    const auto known = links_.find(name);
    if (known != links_.end()) return known->second;
    if (is_plain_name(name)) return name;
    const fs::path path = name;
    if (is_plain_name(path.filename().string()))
        return (fs::path(plain(path.parent_path().string())) / path.filename()).string();
    const std::string ending = fs::path(name).extension().string();
    fs::path link;
    std::error_code ec;
    std::size_t number = links_.size();
    do {  // other PlainNames may have links in the same folder
        link = folder_ / ("renamed_" + std::to_string(number++) + "_" +
                          (is_plain_name(ending) ? ending : ""));
        fs::create_symlink(fs::absolute(name, ec), link, ec);
    } while (ec == std::errc::file_exists);
    return ec ? name : links_.emplace(name, link.string()).first->second;
}

void PlainNames::make_plain(std::vector<std::string>& names) {
    for (std::string& name : names) name = plain(name);
}

std::string PlainNames::restored(std::string text) const {
    for (const auto& [name, link] : links_) {
        for (std::size_t at = 0; (at = text.find(link, at)) != std::string::npos; at += name.size())
            text.replace(at, link.size(), name);
    }
    return text;
}

}  // namespace tapestry
