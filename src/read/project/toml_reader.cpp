// SPDX-License-Identifier: Apache-2.0
#include "read/project/toml_reader.h"

#include "base/codes/projects.h"

namespace tapestry {

void TomlReader::fail(const toml::node& node, const std::string& what) {
    good_ = diagnostics_.report(code::project_malformed, {file_, node.source().begin.line}, what);
}

std::string TomlReader::at_folder(const std::string& path) const {
    return path.empty() || path[0] == '/' || folder_.empty()
               ? path
               : (folder_ / path).lexically_normal().string();
}

std::string TomlReader::text(const std::string& key, const toml::node& node) {
    if (const auto value = node.value<std::string>()) return *value;
    fail(node, "'" + key + "' must be a text");
    return {};
}

bool TomlReader::truth(const std::string& key, const toml::node& node) {
    if (const auto value = node.value_exact<bool>()) return *value;
    fail(node, "'" + key + "' must be true or false");
    return false;
}

std::vector<std::string> TomlReader::texts(const std::string& key, const toml::node& node,
                                           bool paths) {
    std::vector<std::string> out;
    if (node.is_string())
        out.push_back(text(key, node));
    else if (const toml::array* array = node.as_array()) {
        for (const toml::node& item : *array) out.push_back(text(key, item));
    } else {
        fail(node, "'" + key + "' must be a list of texts");
    }
    if (paths) {
        for (std::string& path : out) path = at_folder(path);
    }
    return out;
}

std::vector<std::pair<std::string, std::string>> TomlReader::pairs(const std::string& key,
                                                                   const toml::node& node) {
    std::vector<std::pair<std::string, std::string>> out;
    const toml::table* table = node.as_table();
    if (!table) {
        fail(node, "'" + key + "' must be a table");
        return out;
    }
    for (const auto& [name, value] : *table) {
        if (const auto number = value.value_exact<std::int64_t>())
            out.emplace_back(name.str(), std::to_string(*number));
        else
            out.emplace_back(name.str(), text(key, value));
    }
    return out;
}

std::uint64_t TomlReader::number(const std::string& key, const toml::node& node, std::int64_t least,
                                 std::int64_t most) {
    const auto value = node.value_exact<std::int64_t>();
    if (value && *value >= least && *value <= most) return static_cast<std::uint64_t>(*value);
    fail(node, "'" + key + "' must be a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most));
    return 1;
}

}  // namespace tapestry
