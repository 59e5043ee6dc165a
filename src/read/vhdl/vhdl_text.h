// SPDX-License-Identifier: Apache-2.0
// Facts about VHDL source that need no parser.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/letter_case.h"

namespace tapestry {

bool is_vhdl(const std::string& file);

// The text with comments and strings replaced by blanks.
std::string masked_vhdl(std::string_view text);

struct VhdlWord {
    std::string_view text;  // of the masked text
    std::size_t position = 0;
};
std::vector<VhdlWord> vhdl_words(std::string_view masked);

// Declared names: lower case -> original spelling.
struct VhdlNames {
    std::map<std::string, std::string> entities;
    std::map<std::string, std::string> literals;   // of enumerations
    std::map<std::string, std::size_t> instanced;  // number of instances by name
    std::map<std::string, std::string> places;     // of entities: file:line:column
};
// `file` is the name of the file with the text.
void add_names(const std::string& file, std::string_view text, VhdlNames& names);

// `architecture name of entity`, in lower case.
struct VhdlArchitecture {
    std::string name;
    std::string entity;
};
std::vector<VhdlArchitecture> architectures_of(std::string_view text);

// The texts of files by line and column, both 1-based.
class VhdlFiles {
public:
    // The identifier in the choice or comparison at a place ("f.vhd:7:12"): the one after `when`,
    // `=` or `|`. Empty if there is none.
    std::string choice_at(const std::string& place);
    // The first occurrence of a name after a place in the same file; the place itself if there is
    // none. A field of a port, in_data, is found as the port.
    std::string place_of(const std::string& name, const std::string& after);

    // True if a choice at a place begins a branch: `when LOAD =>`, but not `when LOAD,`.
    bool begins_branch(const std::string& place);
    // The label of the process that contains a place; empty if it has none.
    std::string process_at(const std::string& place);

private:
    const std::vector<std::string>& lines_of(const std::string& file);
    std::map<std::string, std::vector<std::string>> files_;
};

// file:line:column -> file:line.
std::string without_column(const std::string& place);

}  // namespace tapestry
