// SPDX-License-Identifier: Apache-2.0
#include "model/reading.h"

namespace tapestry {

std::uint64_t ReadingRecord::number(const std::string& word) const {
    for (const ReadingWord& w : words) {
        if (w.word == word && !w.numbers.empty()) return w.numbers.front();
    }
    return 0;
}

}  // namespace tapestry
