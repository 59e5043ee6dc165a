// SPDX-License-Identifier: Apache-2.0
// What the fuzzer found worth keeping, again: nothing crashes.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "link/link_fuzz.cpp"

namespace {

tapestry::Bytes bytes_of(const std::string& hex) {
    tapestry::Bytes bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

TEST(LinkFuzz, ReplaysItsCorpus) {
    std::ifstream corpus(TAPESTRY_LINK_CORPUS);
    std::size_t inputs = 0;
    for (std::string line; std::getline(corpus, line); ++inputs) {
        const tapestry::Bytes bytes = bytes_of(line);
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    EXPECT_GT(inputs, 100U);
}

}  // namespace
