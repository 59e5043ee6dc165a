// SPDX-License-Identifier: Apache-2.0
// A reading: the raw values that taps reported, record by record, in the order of the file.
// docs/formats.md holds the text form; docs/counting.md what each number means.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// One word of a record with the numbers that follow it.
struct ReadingWord {
    std::string word;
    std::vector<std::uint64_t> numbers;
};

// One record of a trace: what was seen at an edge.
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
    std::vector<TraceRecord> trace = {};  // those since the tap's reading record before
    std::uint32_t line = 0;

    const ReadingWord* find(const std::string& word) const;  // the first; null: none
    // The first number of the first `word`; 0 when the record has none.
    std::uint64_t number(const std::string& word) const;
};

struct Reading {
    std::vector<ReadingRecord> records;
    std::uint64_t lost_records = 0;
    // A link that was heard late: counts begin where it was heard, longest and shortest runs at
    // power-up.
    bool extremes_since_start = false;
};

// The text that parse_reading reads.
std::string to_text(const Reading& reading);

}  // namespace tapestry
