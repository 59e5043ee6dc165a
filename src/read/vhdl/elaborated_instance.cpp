// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/elaborated_instance.h"

#include <cctype>
#include <optional>
#include <sstream>

#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace {

constexpr std::string_view kArchitecture = "ghdl_rtik_architecture,";
constexpr std::string_view kPort = "ghdl_rtik_port,";
constexpr std::string_view kEntity = "ghdl_rtik_entity,";
constexpr std::string_view kGeneric = "ghdl_rtik_generic,";

// An integer, an enumeration literal or a string. A character vector is accepted by synthesis but
// not by a simulation. A real is printed like an integer when it is whole.
std::optional<std::string> as_argument(std::string_view type, const std::string& value) {
    if (value.empty() || type.starts_with("real")) return std::nullopt;
    const char first = value.front();
    if (first == '"') return type.starts_with("string") ? without_quotes(value) : std::nullopt;
    const bool is_word = std::isalpha(static_cast<unsigned char>(first)) != 0;
    const bool is_character = first == '\'' && value.size() == 3;
    const std::size_t digits = value.find_first_not_of("0123456789", first == '-' ? 1 : 0);
    if (is_word || is_character || digits == std::string::npos) return value;
    return std::nullopt;
}

// `…; name: type := value`
void add_generic(const std::string& line, ElaboratedInstance& instance) {
    const std::size_t start = line.find("; ");
    const std::size_t colon = line.find(": ", start);
    const std::size_t is = line.find(" := ", colon);
    if (start == std::string::npos || colon == std::string::npos || is == std::string::npos) return;
    const std::string name = line.substr(start + 2, colon - start - 2);
    const std::string value = line.substr(is + 4);
    const std::string_view type = std::string_view(line).substr(colon + 2, is - colon - 2);
    const std::optional<std::string> argument = as_argument(type, value);
    if (argument)
        instance.given.emplace_back(name, *argument);
    else
        instance.kept_out.emplace_back(name, value);
}

}  // namespace

std::optional<std::string> without_quotes(const std::string& printed) {
    const bool is_whole =
        printed.size() > 1 && printed.front() == '"' && printed.find('"', 1) == printed.size() - 1;
    return is_whole ? std::optional(printed.substr(1, printed.size() - 2)) : std::nullopt;
}

ElaboratedInstance elaborated_instance(const std::string& entity, std::string_view dump) {
    ElaboratedInstance found;
    std::string architecture;
    std::istringstream lines{std::string(dump)};
    std::size_t inside = std::string::npos;  // the indentation of the entity
    for (std::string line; std::getline(lines, line);) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string::npos) continue;
        const std::string_view rest = std::string_view(line).substr(indent);
        if (inside == std::string::npos) {
            // An architecture is printed before its entity.
            if (rest.starts_with(kArchitecture)) architecture = rest.substr(rest.rfind(' ') + 1);
            if (rest.starts_with(kEntity) && rest.ends_with(": " + in_lower_case(entity))) {
                inside = indent;
                found.architecture = architecture;
            }
        } else if (indent <= inside || rest.starts_with(kPort)) {
            break;
        } else if (rest.starts_with(kGeneric)) {
            add_generic(line, found);
        }
    }
    return found;
}

}  // namespace tapestry
