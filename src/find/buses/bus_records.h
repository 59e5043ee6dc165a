// SPDX-License-Identifier: Apache-2.0
// The records of a module, and which two of them are the two directions of one bus.
//
// A record is a packed struct: a whole variable, or an element of an array of structs. Its members
// show whether it carries the requests or the responses of a protocol; their names are compared in
// lower case without dots and underscores: `awvalid` is `.aw_valid` and `.aw.valid`.
//
// A request record belongs to a response record if
//   - they are connected to the two directions of a bus of an instance, or
//   - their names differ only in the words for the direction (record_stem), or
//   - both are ports, and the only ones of their kind.
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
    Bit bit;  // its lowest bit
    std::uint32_t width = 0;
    std::string text;  // as the module writes it: `slv_req_i[1].aw.len`
    Leaf leaf;

    // One bit of it, as the module writes it.
    std::string bit_text(std::int64_t at) const;
};

struct Record {
    VarId var = kNone;
    Leaf at;           // position in the variable
    std::string text;  // `slv_req_i[1]`
    // by normalised name; positions are relative to the record
    std::map<std::string, Leaf> members;

    bool has(std::initializer_list<const char*> names) const;  // all of them
    // The first of these members that exists.
    std::optional<Member> find(std::initializer_list<std::string> names) const;
};

// The members that a protocol requires in its two records.
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
