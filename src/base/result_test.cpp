// SPDX-License-Identifier: Apache-2.0
#include "base/result.h"

#include <gtest/gtest.h>

#include <string>

#include "base/codes/files.h"
#include "base/codes/waveforms.h"

namespace tapestry {
namespace {

// Nothing but an error that was reported, or another failure, makes a failed Result.
static_assert(!std::is_default_constructible_v<Result<int>>);
static_assert(!std::is_constructible_v<Result<int>, std::nullopt_t>);
static_assert(!std::is_constructible_v<Result<int>, std::optional<int>>);
static_assert(!std::is_constructible_v<Result<int>, Result<std::string>>);
static_assert(!std::is_default_constructible_v<Reported>);
static_assert(std::is_convertible_v<Reported, Result<int>>);

template <class Reports>
constexpr bool kFails = std::is_same_v<Reports, Reported>;
static_assert(kFails<decltype(Diagnostics().report(code::file_missing, {}, "", ""))>);
static_assert(!kFails<decltype(Diagnostics().report(code::waveform_gap, {}))>, "a warning");

TEST(Result, CarriesAValueOrAFailureThatWasReported) {
    Diagnostics diagnostics;
    const auto read = [&](bool good) -> Result<int> {
        if (good) return 3;
        return diagnostics.report(code::file_missing, {}, "a", "it is gone");
    };
    const auto longer = [&](bool good) -> Result<std::string> {
        const Result<int> number = read(good);
        if (!number) return number.failure();
        return std::string(static_cast<std::size_t>(*number), 'x');
    };
    EXPECT_EQ(longer(true), "xxx");
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_FALSE(longer(false));
    EXPECT_EQ(diagnostics.all().size(), 1u);
    EXPECT_EQ(longer(false).value_or("none"), "none");
    EXPECT_NE(longer(false), "none");
}

TEST(Result, FailureOfSeveralIsThatOfTheFirstThatFailed) {
    Diagnostics diagnostics;
    const Result<int> good = 1;
    const Result<Done> bad = diagnostics.report(code::file_missing, {}, "a", "it is gone");
    const auto both = [&]() -> Result<int> { return failure_of(good, bad); };
    EXPECT_FALSE(both());
}

// To fail where nothing was said is our own mistake, and ends the program.
TEST(ResultDeathTest, NothingFailsInSilence) {
    const Result<int> good = 1;
    const Diagnostics nothing;
    EXPECT_DEATH((void)good.failure(), "internal error");
    EXPECT_DEATH((void)nothing.failure(), "internal error");
}

}  // namespace
}  // namespace tapestry
