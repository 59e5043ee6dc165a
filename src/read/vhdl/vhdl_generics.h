// SPDX-License-Identifier: Apache-2.0
// The generics of instances by path, and texts in which they have other values: in the generic map
// of the instance, or as the default where the path is the top entity. Names are compared without
// regard to case; the labels of generate statements in a path are passed over, so one value counts
// for all that a text makes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tapestry {

using VhdlTexts = std::map<std::string, std::string>;  // by file

struct VhdlGeneric {
    std::string path;  // of the instance, or the top entity, as the texts spell it
    std::string name;
    std::string value;  // as the text has it; empty: it has none
    // Where the text has the value; where there is none, what to put before and behind it.
    std::string file;
    std::size_t at = 0, length = 0;
    std::string before, behind;
    bool in_ports = false;  // the width of a port depends on it, so other texts go by it too
    // It bounds an array of the architecture, as the depth of a memory does; as 2**N does.
    bool in_array = false, as_exponent = false;
};

// Of the top entity, then of the instances below it.
std::vector<VhdlGeneric> vhdl_generics(const VhdlTexts& texts, const std::string& top);

// The generic at PATH.NAME; nothing if there is none.
std::optional<VhdlGeneric> find_vhdl_generic(const std::vector<VhdlGeneric>& generics,
                                             const std::string& path_and_name);

// The text of its file with another value.
std::string with_generic(const std::string& text, const VhdlGeneric& generic,
                         const std::string& value);

}  // namespace tapestry
