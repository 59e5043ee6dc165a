// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "base/scratch.h"
#include "show/compare/compare.h"
#include "show/history/figure_trends.h"
#include "show/history/history_file.h"
#include "show/history/history_page.h"
#include "show/history/history_report.h"
#include "show/history/regression.h"
#include "show/store/sqlite.h"

namespace tapestry {
namespace {

HistoryEntry entry(const std::string& commit, const std::string& branch, double cycles,
                   const std::string& limiter = "top.a", const std::string& test = "") {
    HistoryEntry e;
    e.design = "top";
    e.test = test;
    e.commit = commit;
    e.branch = branch;
    e.time = "2026-11-18T14:03:00Z";
    e.cycles = cycles;
    e.answer = limiter + " limits this design.";
    e.limiter = limiter;
    return e;
}

// The run's cycles, and those of one state of one machine.
RunNumbers numbers(double cycles) {
    RunNumbers out;
    out.taps = {{7, "fsm", "top.a.state", "a", "BUSY\n"}};
    out.numbers = {{0, -1, "", cycles}, {2, 7, "BUSY", cycles / 2, Quality::exact}};
    return out;
}

class HistoryTest : public testing::Test {
protected:
    void add(const HistoryEntry& e) {
        Result<HistoryFile> file = open_history(path_, true, diagnostics_);
        ASSERT_TRUE(file && file->add(e, numbers(e.cycles), diagnostics_));
    }
    std::vector<HistoryEntry> entries() {
        const Result<HistoryFile> file = open_history(path_, false, diagnostics_);
        return file ? *file->entries(diagnostics_) : std::vector<HistoryEntry>();
    }
    std::string refusal() {
        EXPECT_FALSE(open_history(path_, false, diagnostics_));
        return diagnostics_.all().empty() ? "" : diagnostics_.all().back().sentence;
    }

    Scratch scratch_;
    std::filesystem::path path_ = scratch_.path() / "h.history";
    Diagnostics diagnostics_;
};

TEST_F(HistoryTest, KeepsFiguresInTheOrderTheyCame) {
    add(entry("c2", "main", 200));
    add(entry("c1", "main", 100));
    add(entry("c1", "main", 300, "top.a", "smoke"));
    const auto all = entries();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].commit, "c2");
    EXPECT_EQ(all[1].cycles, 100);
    EXPECT_EQ(all[2].test, "smoke");
    const Result<HistoryFile> file = open_history(path_, false, diagnostics_);
    const Result<RunNumbers> back = file->numbers(all[1], diagnostics_);
    ASSERT_TRUE(back);
    ASSERT_EQ(back->numbers.size(), 2U);
    EXPECT_EQ(back->taps.at(0).path, "top.a.state");
    EXPECT_EQ(back->answer, "top.a limits this design.");
}

TEST_F(HistoryTest, ARepeatedJobReplacesItsRun) {
    add(entry("c1", "main", 100));
    add(entry("c1", "main", 120));
    const auto all = entries();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].cycles, 120);
    const Result<HistoryFile> file = open_history(path_, false, diagnostics_);
    EXPECT_EQ(file->numbers(all[0], diagnostics_)->numbers.size(), 2U);
}

TEST(HistoryEntries, AreFoundByBranchCommitOrAge) {
    std::vector<HistoryEntry> all = {entry("1aaaaaaa", "main", 1), entry("1bbbbbbb", "main", 2),
                                     entry("2ccccccc", "dev", 3),
                                     entry("3ddddddd", "main", 4, "", "smoke")};
    const HistoryEntry now = entry("9", "dev", 5);
    const auto found = [&](const std::string& against) {
        const HistoryEntry* e = find_entry(all, now, against);
        return e ? e->commit : "none";
    };
    EXPECT_EQ(found("main"), "1bbbbbbb");
    EXPECT_EQ(found("last"), "2ccccccc");
    EXPECT_EQ(found("1aaa"), "1aaaaaaa");
    EXPECT_EQ(found("1a"), "none");  // too short to be meant as a commit
    EXPECT_EQ(found("other"), "none");
    all[1].commit = now.commit;  // not against itself
    EXPECT_EQ(found("main"), "1aaaaaaa");
}

TEST(HistoryReport, SaysWhichCommitChangedIt) {
    const std::string text =
        history_text({entry("1aaaaaaaaa", "main", 1000), entry("2bbbbbbbbb", "main", 1001),
                      entry("3ccccccccc", "main", 700, "top.b")},
                     {});
    EXPECT_NE(text.find("-30.1%"), std::string::npos) << text;
    EXPECT_EQ(text.find("+0.1%"), std::string::npos) << text;
    EXPECT_NE(
        text.find("  The largest change is 3ccccccc: 30.1% fewer cycles; the bottleneck moved "
                  "from\n  top.a to top.b."),
        std::string::npos)
        << text;
}

Regression against(double before, double after, double tolerance) {
    return regression_of(compare({{"main", {numbers(before)}}, {"this run", {numbers(after)}}}),
                         tolerance);
}

TEST(RegressionOf, FailsOnlyBeyondTheTolerance) {
    EXPECT_FALSE(against(1000, 1000, 0).is_slower());
    EXPECT_FALSE(against(1000, 900, 0).is_slower());
    EXPECT_FALSE(against(1000, 1010, 0.01).is_slower());
    EXPECT_TRUE(against(1000, 1011, 0.01).is_slower());
    EXPECT_EQ(regression_answer(against(1000, 1200, 0.01)),
              "FAILED: 20.0% more cycles than main (1.0% more allowed).");
    EXPECT_EQ(regression_answer(against(1000, 1000, 0.01)),
              "passed: as many cycles as main (1.0% more allowed).");
}

TEST(RegressionOf, MarkdownHasWhatGotSlowerAndNoMarkupOfNames) {
    const std::string text = regression_markdown(against(1000, 1200, 0.01));
    EXPECT_NE(text.find("| top.a.state BUSY | cycles | 500 | 600 | +100 |"), std::string::npos)
        << text;
    auto hostile = numbers(1200);
    hostile.taps[0].path = "top.<img src=x>|[a](b)";
    const std::string safe = regression_markdown(
        regression_of(compare({{"main", {numbers(1000)}}, {"now", {hostile}}}), 0));
    EXPECT_EQ(safe.find("| top.<img"), std::string::npos) << safe;
}

TEST_F(HistoryTest, RefusesWhatIsNoHistory) {
    EXPECT_NE(refusal().find("there is no history"), std::string::npos);
    std::ofstream(path_) << "not a database at all, and long enough to be looked at";
    EXPECT_NE(refusal().find("not a history"), std::string::npos);
    std::filesystem::remove(path_);
    add(entry("c1", "main", 100));
    Database(file_uri(path_.string(), "mode=rw"), 2)
        .run("ALTER TABLE runs RENAME TO was; CREATE VIEW runs AS SELECT * FROM was");
    EXPECT_NE(refusal().find("its tables are not"), std::string::npos);
}

// The state's cycles are half of the run's: the commit that changed both is named for both.
TEST_F(HistoryTest, AFigureHasTheCommitThatChangedItMost) {
    std::vector<HistoryEntry> runs = {entry("c1", "main", 1000), entry("c2", "main", 1002),
                                      entry("c3<b>", "main", 700), entry("c4", "main", 701)};
    std::vector<RunNumbers> all;
    for (const HistoryEntry& run : runs) all.push_back(numbers(run.cycles));
    std::vector<const RunNumbers*> pointers;
    for (const RunNumbers& one : all) pointers.push_back(&one);
    const std::vector<FigureTrend> figures = figure_trends(runs, pointers);
    ASSERT_EQ(figures.size(), 1U);
    EXPECT_EQ(figures[0].name, "top.a.state BUSY");
    EXPECT_EQ(figures[0].changed_at, 2U);
    EXPECT_EQ(figures[0].change, -151);
    const std::string page = history_html(runs, all);
    EXPECT_NE(page.find("The largest change is c3&lt;b>: 30.1% fewer cycles"), std::string::npos);
    EXPECT_NE(page.find("<code>c3&lt;b></code>"), std::string::npos);
    EXPECT_NE(page.find("-151"), std::string::npos);
    EXPECT_EQ(page.find("c3<b>"), std::string::npos);
    EXPECT_EQ(page.find("<script"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
