// SPDX-License-Identifier: Apache-2.0
// The type table of Verilator's XML.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <unordered_map>

#include "model/design.h"

namespace tapestry {

class XmlTypes {
public:
    XmlTypes(const pugi::xml_node& typetable, std::vector<Type>& types);

    TypeId find(const pugi::xml_node& node) const;  // by its dtype_id attribute
    // The enum that `word` (a variable's `vartype`) names inside module `module`; Verilator gives
    // the variable itself the enum's base type. kNone when there is none, or several that differ.
    TypeId find_enum(const std::string& word, const std::string& module, std::uint32_t width) const;

private:
    TypeId resolve(const std::string& id, int depth);
    void fill(Type& type, const pugi::xml_node& node, int depth);
    void fill_members(Type& type, const pugi::xml_node& node, int depth);

    std::vector<Type>& types_;
    std::unordered_map<std::string, pugi::xml_node> nodes_;
    std::unordered_map<std::string, TypeId> ids_;
};

}  // namespace tapestry
