// SPDX-License-Identifier: Apache-2.0
#include "show/suite/suite.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/scratch.h"
#include "explain/counters/analyse.h"
#include "show/store/sample_run.h"
#include "show/store/write_run.h"
#include "show/suite/suite_page.h"
#include "show/suite/suite_report.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class SuiteTests : public testing::Test {
protected:
    // The sample with that many cycles less in state COMPUTE of the controller.
    void store(const std::string& name, const std::string& test, std::uint64_t fewer,
               bool partial = false, bool computes = true) {
        tapestry::Run run = sample_run();
        run.facts.facts.emplace_back("test", test);
        run.partial = partial;
        if (partial) run.partial_reason = "the simulation was interrupted";
        StateNumbers& state = run.taps[0].states[2];
        if (!computes) {
            fewer = state.cycles;
            state = {};
        } else {
            state.cycles -= fewer;
        }
        run.cycles -= fewer;
        run.taps[0].observed_cycles -= fewer;
        files_.push_back(scratch_.path() / name);
        fs::create_directories(files_.back().parent_path());
        EXPECT_TRUE(write_run(run, analyse(run), files_.back(), diagnostics_));
    }

    Suite read() {
        Result<Suite> suite = read_suite(files_, diagnostics_);
        for (const Diagnostic& d : diagnostics_.all()) ADD_FAILURE() << to_text(d);
        return std::move(*suite);
    }

    static const MergedNumber& number(const Suite& suite, const std::string& item) {
        for (const MergedNumber& n : suite.numbers)
            if (n.item == item && n.path == "filter.u_ctrl.state_q") return n;
        static const MergedNumber none;
        ADD_FAILURE() << "there is no " << item;
        return none;
    }

    Scratch scratch_;
    std::vector<fs::path> files_;
    Diagnostics diagnostics_;
};

TEST_F(SuiteTests, AddsUpWhatEachTestHasCounted) {
    store("a.tapdb", "a", 0);
    store("b.tapdb", "b", 500'000);
    files_.push_back(files_.front());  // once more
    const Suite suite = read();
    ASSERT_EQ(suite.tests.size(), 2U);
    EXPECT_EQ(suite.tests[0].name, "a");  // the longest first
    EXPECT_EQ(suite.cycles, 2 * 1'048'576 - 500'000);
    const MergedNumber& compute = number(suite, "COMPUTE");
    EXPECT_EQ(compute.total, 2 * 510'222U - 500'000);
    EXPECT_EQ(compute.observed, 2 * (1'048'576U - 16) - 500'000);
    EXPECT_EQ(compute.tests, 2U);
    EXPECT_EQ(compute.reached, 2U);
    EXPECT_EQ(suite.tests[compute.worst].name, "a");
    EXPECT_NEAR(compute.worst_share, 510'222.0 / (1'048'576 - 16), 1e-9);
}

TEST_F(SuiteTests, WhatOneTestReachesIsReached) {
    store("a.tapdb", "a", 0, false, false);
    EXPECT_EQ(number(read(), "COMPUTE").total, 0U);
    const auto lists_compute = [](const Suite& suite) {
        for (const MergedNumber* n : unreached_of(suite))
            if (n->item == "COMPUTE") return true;
        return false;
    };
    EXPECT_TRUE(lists_compute(read()));
    EXPECT_NE(suite_text(read(), {}).find("REACHED BY NO TEST"), std::string::npos);
    store("b.tapdb", "b", 0);
    const Suite both = read();
    EXPECT_FALSE(lists_compute(both));
    EXPECT_EQ(number(both, "COMPUTE").tests, 2U);
    EXPECT_EQ(number(both, "COMPUTE").reached, 1U);
}

TEST_F(SuiteTests, EveryLimitHasItsTests) {
    store("a.tapdb", "a", 0);
    store("b.tapdb", "b", 400'000);
    store("c.tapdb", "c", 400'000, true);
    const Suite suite = read();
    std::size_t tests = 0;
    std::int64_t cycles = 0;
    for (const SuiteLimit& limit : suite.limits) {
        tests += limit.tests.size();
        cycles += limit.cycles;
        for (const std::size_t i : limit.tests) EXPECT_EQ(suite.tests[i].limiter, limit.path);
    }
    EXPECT_EQ(tests, 3U);
    EXPECT_EQ(cycles, suite.cycles);
    EXPECT_EQ(suite.partial, 1U);
    const std::string text = suite_text(suite, {});
    EXPECT_NE(text.find("3 tests"), std::string::npos) << text;
    EXPECT_NE(text.find("1 partial"), std::string::npos) << text;
}

TEST_F(SuiteTests, NamesAreDistinctAndNoMarkup) {
    store("m1/a.tapdb", "<img src=x>", 0);
    store("m2/a.tapdb", "<img src=x>", 1);
    store("m2/b.tapdb", "", 2);
    const Suite suite = read();
    EXPECT_NE(suite.tests[0].name, suite.tests[1].name);
    EXPECT_EQ(suite.tests[2].name, "b");
    const std::string page = suite_html(suite);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_NE(page.find("&lt;img src=x>"), std::string::npos);
    EXPECT_EQ(page.find("<script"), std::string::npos);
    const auto json = nlohmann::json::parse(suite_json(suite));
    EXPECT_EQ(json["tests"].size(), 3U);
    EXPECT_EQ(json["cycles"], suite.cycles);
}

}  // namespace
}  // namespace tapestry
