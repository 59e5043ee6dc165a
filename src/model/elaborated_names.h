// SPDX-License-Identifier: Apache-2.0
// The scopes and signals of an elaborated design with their types, as a simulator lists them before
// it runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

struct NamedSignal {
    std::string name;
    std::uint32_t width = 1;
    std::vector<std::string> literals;  // of an enumeration, in the order of their codes
    // of a record, from the lowest bits up; of an array: its element (0)
    std::vector<NamedSignal> fields;
};

// r.state, s(0)
inline std::string member_path(const std::string& path, const std::string& field) {
    return field.starts_with('(') ? path + field : path + "." + field;
}

struct NamedScope {
    std::string name;  // with the index of its generate loop: g[2]
    std::vector<NamedSignal> signals;
    std::vector<NamedScope> scopes;
};

}  // namespace tapestry
