// SPDX-License-Identifier: Apache-2.0
#include "model/reading.h"

#include <fmt/format.h>

namespace tapestry {

const ReadingWord* ReadingRecord::find(const std::string& word) const {
    for (const ReadingWord& w : words)
        if (w.word == word && !w.numbers.empty()) return &w;
    return nullptr;
}

std::uint64_t ReadingRecord::number(const std::string& word) const {
    const ReadingWord* const found = find(word);
    return found ? found->numbers.front() : 0;
}

std::string to_text(const Reading& reading) {
    std::string text;
    if (reading.extremes_since_start) text += "late\n";
    if (reading.lost_records > 0) text += fmt::format("lost {}\n", reading.lost_records);
    for (const ReadingRecord& record : reading.records) {
        std::uint64_t checksum = 0;
        text += record.kind + " " + record.path;
        for (const ReadingWord& word : record.words) {
            text += " " + word.word;
            for (const std::uint64_t n : word.numbers) {
                text += fmt::format(" {}", n);
                checksum = checksum * 31 + n;
            }
        }
        for (const TraceRecord& row : record.trace) {
            const char* const word = row.known ? "record" : "unknown_record";
            text += fmt::format(" {} {} {}", word, row.record, row.edge);
            if (row.known) text += fmt::format(" {}", row.value);
            checksum = (checksum * 31 + row.record) * 31 + row.edge;
            if (row.known) checksum = checksum * 31 + row.value;
        }
        text += fmt::format(" sum {}\n", checksum);
    }
    return text;
}

}  // namespace tapestry
