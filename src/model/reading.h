// SPDX-License-Identifier: Apache-2.0
// A reading: the raw values reported by the taps, record by record, in file order. docs/formats.md
// has the text form, docs/counting.md the meaning of each number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// One word of a record and the numbers after it.
struct ReadingWord {
    std::string word;
    std::vector<std::uint64_t> numbers;
};

// One record of a trace: the value at a clock edge.
struct TraceRecord {
    std::uint64_t record = 0;  // its number among all records of the tap
    std::uint64_t edge = 0;    // edges of the tap's clock before it
    std::uint64_t value = 0;
    bool known = true;  // no bit was X
};

struct ReadingRecord {
    std::string kind;
    std::string path;  // the tap's own hierarchical name in the running simulation
    std::vector<ReadingWord> words;
    std::vector<TraceRecord> trace = {};  // records since the tap's previous reading record
    std::uint32_t line = 0;

    const ReadingWord* find(const std::string& word) const;  // the first such word; null: none
    // The first number of the first `word`; 0 if the record has none.
    std::uint64_t number(const std::string& word) const;
};

struct Reading {
    std::vector<ReadingRecord> records;
    std::uint64_t lost_records = 0;
    // Set for a link that was connected late: counts start at the connection, but minima and maxima
    // at power-up.
    bool extremes_since_start = false;
};

// The inverse of parse_reading.
std::string to_text(const Reading& reading);

}  // namespace tapestry
