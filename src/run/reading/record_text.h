// SPDX-License-Identifier: Apache-2.0
// For tests: makes the line of a record, with its checksum.
#pragma once

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <sstream>
#include <string>

namespace tapestry {

// record_text("event tb.dut.tap", "edges 5 …") appends `sum` and the newline.
inline std::string record_text(const std::string& head, const std::string& words) {
    std::uint64_t checksum = 0;
    std::istringstream tokens(words);
    for (std::string token; tokens >> token;) {
        if (std::isdigit(static_cast<unsigned char>(token[0]))) {
            checksum = checksum * 31 + std::stoull(token);
        }
    }
    return fmt::format("{} {} sum {}\n", head, words, checksum);
}

// The words every record has.
inline std::string common_words(std::uint64_t edges, std::uint64_t reset, int end = 1,
                                int saturated = 0) {
    return fmt::format("edges {} reset_cycles {} observed_cycles {} end {} saturated {}", edges,
                       reset, edges - reset, end, saturated);
}

}  // namespace tapestry
