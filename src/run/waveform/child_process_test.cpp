// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/child_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

namespace tapestry {
namespace {

constexpr std::uint64_t kGigabyte = 1 << 30;

std::string ending_of(const ChildLimits& limits, const std::function<void(int pipe)>& work) {
    ChildProcess process(limits, work);
    char byte = 0;
    while (process.read(&byte, 1) > 0) {
    }
    return process.ending();
}

TEST(ChildProcess, SaysHowItWent) {
    EXPECT_EQ(ending_of({5, kGigabyte}, [](int) { _exit(0); }), "");
    EXPECT_EQ(ending_of({5, kGigabyte}, [](int) { _exit(3); }), "its content is damaged");
    EXPECT_NE(ending_of({5, kGigabyte}, [](int) { std::abort(); }).find("crashed"),
              std::string::npos);
}

TEST(ChildProcess, WorkWithoutEndIsEnded) {
    const std::string ending = ending_of({1, kGigabyte}, [](int) {
        for (volatile int i = 0;;) i = i + 1;
    });
    EXPECT_NE(ending.find("more than 1 s"), std::string::npos) << ending;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(ChildProcess, MemoryWithoutEndIsRefused) {
    const std::string ending = ending_of(
        {5, kGigabyte}, [](int) { _exit(std::malloc(2 * kGigabyte) == nullptr ? 3 : 0); });
    EXPECT_EQ(ending, "its content is damaged");
}
#endif

TEST(ChildProcess, ASmallFileMayTakeLittle) {
    EXPECT_LE(limits_for(476).cpu_seconds, 10u);
    EXPECT_LE(limits_for(476).memory_bytes, 4 * kGigabyte);
    EXPECT_GE(limits_for(1000 << 20).cpu_seconds, 1000u);
}

}  // namespace
}  // namespace tapestry
