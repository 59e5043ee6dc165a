// SPDX-License-Identifier: Apache-2.0
#include "name.h"

namespace recount {

std::vector<std::string> split_name(std::string_view name) {
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '\\') {
            for (++i; i < name.size() && name[i] != ' '; ++i) parts.back() += name[i];
        } else if (name[i] == '.') {
            parts.emplace_back();
        } else if (name[i] != ' ') {
            parts.back() += name[i];
        }
    }
    if (parts.back().empty()) parts.pop_back();
    return parts;
}

std::string replace_prefix(const std::string& name, const std::string& from,
                           const std::string& to) {
    if (name == from) return to;
    if (from.empty()) return to.empty() ? name : to + "." + name;
    if (name.size() > from.size() && name.compare(0, from.size(), from) == 0 &&
        name[from.size()] == '.') {
        const std::string rest = name.substr(from.size() + 1);
        return to.empty() ? rest : to + "." + rest;
    }
    return name;
}

}  // namespace recount
