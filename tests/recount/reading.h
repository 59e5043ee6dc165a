// SPDX-License-Identifier: Apache-2.0
// Readings as text: docs/formats.md.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "counters.h"

namespace recount {

struct Record {
    std::string kind;
    std::string path;
    std::vector<Word> words;
    bool checksum_is_right = true;
};

void write_record(std::ostream& output, const Record& record);

// The last record of each path; those of clocks are left out. A line that is no record throws
// std::runtime_error with its number.
std::map<std::string, Record> read_last_records(std::istream& input);

// One line for each difference: path, word with its leading indices, number in a, number in b.
// `-` stands for a record or a row that is not there.
std::vector<std::string> differences(const std::map<std::string, Record>& a,
                                     const std::map<std::string, Record>& b);

}  // namespace recount
