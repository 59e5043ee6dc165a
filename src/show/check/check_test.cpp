// SPDX-License-Identifier: Apache-2.0
#include "show/check/check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/codes/checks.h"
#include "explain/counters/analyse.h"
#include "show/store/sample_run.h"
#include "show/store/write_run.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

class CheckTest : public testing::Test {
protected:
    CheckTest() {
        std::string name = (fs::temp_directory_path() / "tapestry_check_XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    ~CheckTest() override { fs::remove_all(folder_); }

    RunView stored(const tapestry::Run& run, const char* name) {
        EXPECT_TRUE(write_run(run, analyse(run), folder_ / name, diagnostics_));
        return std::move(*open_run(folder_ / name, diagnostics_));
    }

    static CheckResult checked(const RunView& run, const RunView* baseline,
                               const std::string& expression) {
        Diagnostics diagnostics;
        const auto results = check_run({{"", expression, "", 0}}, run, baseline, diagnostics);
        for (const Diagnostic& d : diagnostics.all()) ADD_FAILURE() << to_text(d);
        return results ? results->at(0) : CheckResult{};
    }

    struct Case {
        const char* expression;
        CheckVerdict verdict;
        const char* says;
    };
    static void expect(const RunView& run, const RunView* baseline,
                       const std::vector<Case>& cases) {
        for (const Case& c : cases) {
            const CheckResult r = checked(run, baseline, c.expression);
            EXPECT_EQ(to_word(r.verdict), to_word(c.verdict)) << c.expression << ": " << r.sentence;
            EXPECT_NE(r.sentence.find(c.says), std::string::npos)
                << c.expression << ": " << r.sentence;
        }
    }

    fs::path folder_;
    Diagnostics diagnostics_;
};

constexpr CheckVerdict kPassed = CheckVerdict::passed;
constexpr CheckVerdict kFailed = CheckVerdict::failed;
constexpr CheckVerdict kUndecided = CheckVerdict::undecided;

TEST_F(CheckTest, JudgesExactNumbers) {
    const RunView run = stored(sample_run(), "r.tapdb");
    expect(run, nullptr,
           {{"cycles == 1_048_576", kPassed, "cycles is 1048576"},
            {"queue(\"u_line_fifo.fifo\").max_occupancy < 16", kFailed, "max_occupancy is 16"},
            {"queue(\"filter.u_line_fifo.fifo\").max_occupancy <= 16", kPassed, ""},
            {"share(state(\"u_ctrl.state_q\", \"WAIT_DMA\")) < 20%", kPassed, "is 0.181"},
            {"state(\"u_ctrl.state_q\", \"WAIT_DMA\").share < 0.1", kFailed, ""},
            {"share(channel(\"line_stream\").blocked_cycles) > 48.8%", kPassed, ""},
            {"max(queue(\"*\").max_occupancy) == 16", kPassed, ""},
            {"min(queue(\"*\").depth) == 4 and sum(queue(\"*\").depth) == 84", kPassed, ""},
            {"count(queue(\"*\").depth) == 3", kPassed, ""},
            {"count(queue(\"nothing\").depth) == 0", kPassed, ""},
            {"call(\"u_conv\").mean_latency * 2 == 2834", kPassed, ""},
            {"cycles < 5 or cycles > 5", kPassed, ""},
            {"cycles < 5 and cycles > 5", kFailed, "cycles is 1048576"},
            {"not cycles > 5", kFailed, "cycles is 1048576"},
            {"cycles - 1048576 == 0", kPassed, ""}});
}

TEST_F(CheckTest, KnowsWhatExperimentsSaved) {
    auto run = sample_run();
    Experiment tried{"filter.u_conv",         {}, "", ExperimentKind::block, 2, 800, 0.2,
                     ExperimentStatus::tried, ""};
    Experiment state = tried;
    state.state = "WAIT", state.kind = ExperimentKind::state, state.saving = 0.1;
    Experiment rejected{
        "filter.u_ctrl", {}, "", ExperimentKind::block, 2, 0, {}, ExperimentStatus::rejected, "no"};
    run.experiments = {tried, state, rejected};
    expect(stored(run, "r.tapdb"), nullptr,
           {{"saving(\"u_conv\") < 5%", kFailed, "is 0.2"},
            {"saving(\"u_conv\") >= 20%", kPassed, ""},
            {"saving(\"u_ctrl\") < 5%", kUndecided, "has no value"},
            {"max(saving(\"*\").saving) < 5%", kFailed, "at least 0.2"},
            {"saving(\"u_nobody\") < 5%", kUndecided, "has no such saving"}});
}

TEST_F(CheckTest, PassesNothingThatTheRunDoesNotShow) {
    auto troubled = sample_run();
    for (TapNumbers& tap : troubled.taps) {
        if (tap.tap.path == "filter.u_line_fifo.fifo") tap.quality = Quality::lower_bound;
        if (tap.tap.path == "filter.u_cmd_fifo.fifo") tap.quality = Quality::invalid;
    }
    const RunView run = stored(troubled, "r.tapdb");
    expect(run, nullptr,
           {{"queue(\"u_line_fifo.fifo\").max_occupancy < 60", kUndecided,
             "at least 16 (it is a lower bound)"},
            {"queue(\"u_line_fifo.fifo\").max_occupancy < 10", kFailed, "at least 16"},
            {"queue(\"u_line_fifo.fifo\").max_occupancy >= 16", kPassed, ""},
            {"queue(\"u_line_fifo.fifo\").mean_occupancy < 60", kUndecided, "lower bound"},
            {"queue(\"u_cmd_fifo.fifo\").max_occupancy < 60", kUndecided, "invalid"},
            {"max(queue(\"*\").max_occupancy) < 60", kUndecided, ""},
            {"queue(\"nowhere\").max_occupancy < 60", kUndecided, "has no such queue"},
            {"queue(\"fifo\").max_occupancy < 60", kUndecided, "3 of this name"},
            {"call(\"u_sort\").mean_latency < 60", kUndecided, "has no value"},
            {"cycles / 0 < 60", kUndecided, "divided by 0"},
            {"cycles <= baseline", kUndecided, "no --baseline"},
            {"cycles > 5 or queue(\"nowhere\").depth < 3", kPassed, ""}});
}

TEST_F(CheckTest, APartialRunShowsOnlyWhatCannotChange) {
    auto partial = sample_run();
    partial.partial = true;
    const RunView run = stored(partial, "r.tapdb");
    expect(run, nullptr,
           {{"cycles < 2_000_000", kUndecided, "the run is partial"},
            {"cycles < 1000", kFailed, "at least 1048576"},
            {"queue(\"u_line_fifo.fifo\").depth == 16", kPassed, ""},
            {"state(\"u_ctrl.state_q\", \"WAIT_DMA\").share < 0.9", kUndecided, "partial"},
            {"call(\"u_conv\").min_latency > 5", kUndecided, "partial"}});
}

TEST_F(CheckTest, LooksAtTheBaseline) {
    auto slower = sample_run();
    slower.cycles += 10'000;
    const RunView run = stored(slower, "r.tapdb");
    const RunView baseline = stored(sample_run(), "b.tapdb");
    expect(run, &baseline,
           {{"cycles <= baseline * 1.02", kPassed, "baseline * 1.02 is 1.06955e+06"},
            {"cycles <= baseline", kFailed, "cycles is 1058576, baseline is 1048576"},
            {"baseline < cycles", kPassed, ""},
            {"cycles - baseline(cycles) == 10000", kPassed, ""},
            {"(baseline + 20000) > cycles", kPassed, ""}});
}

TEST_F(CheckTest, SaysWhenItRestsOnAnEstimate) {
    auto estimated = sample_run();
    estimated.taps[0].quality = Quality::estimated;
    const RunView run = stored(estimated, "r.tapdb");
    const CheckResult r = checked(run, nullptr, "state(\"u_ctrl.state_q\", \"LOAD\").cycles > 1");
    EXPECT_EQ(r.verdict, kPassed);
    EXPECT_TRUE(r.is_estimated);
    EXPECT_NE(r.sentence.find("about 230400"), std::string::npos) << r.sentence;
}

TEST_F(CheckTest, ReportsEveryRuleThatIsNone) {
    const RunView run = stored(sample_run(), "r.tapdb");
    Diagnostics diagnostics;
    const auto results =
        check_run({{"", "cycles <", "p.toml", 3}, {"", "cycles < 1", "", 0}, {"", "x", "", 0}}, run,
                  nullptr, diagnostics);
    ASSERT_TRUE(results);
    EXPECT_EQ(results->at(0).verdict, CheckVerdict::undecided);
    EXPECT_EQ(results->at(0).sentence.substr(0, 9), "column 9:");
    EXPECT_EQ(results->at(1).verdict, CheckVerdict::failed);
    ASSERT_EQ(diagnostics.all().size(), 2u);
    EXPECT_EQ(diagnostics.all()[0].code, code::check_malformed);
    EXPECT_EQ(diagnostics.all()[0].place.line, 3u);
    EXPECT_NE(diagnostics.all()[0].sentence.find("column 9"), std::string::npos);
    EXPECT_NE(diagnostics.all()[0].sentence.find("\n    cycles <\n            ^"),
              std::string::npos)
        << diagnostics.all()[0].sentence;
}

// A quoted text goes into SQL as a value and cannot inject SQL.
TEST_F(CheckTest, TakesNamesAsNames) {
    const RunView run = stored(sample_run(), "r.tapdb");
    const CheckResult r =
        checked(run, nullptr, "state(\"u_ctrl.state_q\", \"x' OR '1' = '1\").cycles > 1");
    EXPECT_EQ(r.verdict, kUndecided);
    EXPECT_NE(r.sentence.find("no such state"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
