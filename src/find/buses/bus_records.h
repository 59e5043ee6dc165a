// SPDX-License-Identifier: Apache-2.0
// The records of a module, and which two of them are the two directions of one bus.
//
// A record is a packed structure: all of a variable, or an element of an array of them. Whether it
// asks or answers on a bus of some protocol is told by its members, whose names are compared in
// lower case and without dots and underscores: `awvalid` is `.aw_valid` and `.aw.valid`.
//
// A record that asks belongs to the one that answers
//   - where an instance has a bus whose two directions they are connected to;
//   - where both are called alike but for what tells the direction (record_stem);
//   - where both are ports, and the only ones of their kind.
// Both are ports, in opposite directions, or neither is.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/logic/leaves.h"
#include "find/module/subject.h"

namespace tapestry {

struct Member {
    Bit bit;  // its lowest
    std::uint32_t width = 0;
    std::string text;  // as the module writes it: `slv_req_i[1].aw.len`
    Leaf leaf;

    // One bit of it, likewise.
    std::string bit_text(std::int64_t at) const;
};

struct Record {
    VarId var = kNone;
    Leaf at;                              // where in the variable
    std::string text;                     // `slv_req_i[1]`
    std::map<std::string, Leaf> members;  // by name as above; places count from the record's

    bool has(std::initializer_list<const char*> names) const;  // all of them
    // The first of these that it has.
    std::optional<Member> find(std::initializer_list<std::string> names) const;
};

// What a protocol wants of its records.
struct BusForm {
    bool (*asks)(const Record& record);
    bool (*answers)(const Record& record);
};

struct RecordPair {
    Record asks;
    Record answers;
};

std::vector<RecordPair> record_pairs(const Subject& on, const BusForm& form);

}  // namespace tapestry
