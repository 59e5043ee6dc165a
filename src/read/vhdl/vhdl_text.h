// SPDX-License-Identifier: Apache-2.0
// VHDL source as text: what can be said of it without parsing it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/letter_case.h"

namespace tapestry {

bool is_vhdl(const std::string& file);

// Without comments and strings, their characters replaced by blanks.
std::string masked_vhdl(std::string_view text);

struct VhdlWord {
    std::string_view text;  // of the masked text
    std::size_t position = 0;
};
std::vector<VhdlWord> vhdl_words(std::string_view masked);

// What the sources declare, by name in lower case, as it is spelled.
struct VhdlNames {
    std::map<std::string, std::string> entities;
    std::map<std::string, std::string> literals;   // of enumerations
    std::map<std::string, std::size_t> instanced;  // how often each name is instanced
    std::map<std::string, std::string> places;     // of entities: file:line:column
};
// `file` is the name of what has the text.
void add_names(const std::string& file, std::string_view text, VhdlNames& names);

// `architecture name of entity`, in lower case.
struct VhdlArchitecture {
    std::string name;
    std::string entity;
};
std::vector<VhdlArchitecture> architectures_of(std::string_view text);

// The text of files, by line and column, both from 1.
class VhdlFiles {
public:
    // The identifier that a choice or comparison at a place ("f.vhd:7:12") names: that after
    // `when`, `=` or `|`. Empty when there is none.
    std::string choice_at(const std::string& place);
    // Where a name first stands after a place, in the same file; the place itself when it does not.
    // What is a field of a port, in_data, stands there as the port.
    std::string place_of(const std::string& name, const std::string& after);

    // Whether a choice at a place begins a branch: `when LOAD =>`, and not `when LOAD,`.
    bool begins_branch(const std::string& place);
    // The label of the process that a place stands in; empty when it has none.
    std::string process_at(const std::string& place);

private:
    const std::vector<std::string>& lines_of(const std::string& file);
    std::map<std::string, std::vector<std::string>> files_;
};

// file:line of file:line:column.
std::string without_column(const std::string& place);

}  // namespace tapestry
