// SPDX-License-Identifier: Apache-2.0
#include "show/suite/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/codes/runs.h"
#include "show/store/run_view.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// The numbers that are merged: what a tap reached, and what kept it waiting.
struct MergedColumn {
    const char* kind;
    const char* view;
    const char* number;
};

constexpr MergedColumn kMerged[] = {
    {"fsm", "states", "cycles"},
    {"stream", "channels", "transfer_cycles"},
    {"stream", "channels", "blocked_cycles"},
    {"stream", "channels", "starved_cycles"},
    {"queue", "queues", "pushes"},
    {"queue", "queues", "full_cycles"},
    {"call", "calls", "invocations"},
    {"call", "calls", "busy_cycles"},
};

// Rows of path, item, value, observed cycles, quality, and whether it is a state that waits.
std::string sql_of(const MergedColumn& column) {
    if (std::string_view(column.kind) == "fsm")
        return "SELECT v.path, v.state, v.cycles, t.observed_cycles, v.quality, v.category = "
               "'idle' OR v.category LIKE 'wait%' FROM states v JOIN taps t ON t.tap = v.tap "
               "WHERE v.state <> 'other'";
    return fmt::format(
        "SELECT v.path, '', v.{}, t.observed_cycles, v.quality, 0 FROM {} v JOIN taps t ON t.tap = "
        "v.tap",
        column.number, column.view);
}

using NumberKey = std::tuple<std::string, std::size_t, std::string, std::string>;

// A sum that no longer fits is the largest number, and a lower bound.
void add_to(std::uint64_t& sum, std::uint64_t number, Quality& quality) {
    if (!__builtin_add_overflow(sum, number, &sum)) return;
    sum = UINT64_MAX;
    quality = std::max(quality, Quality::lower_bound);
}

class SuiteReader {
public:
    Result<Done> take(const fs::path& file, Diagnostics& diagnostics) {
        const Result<RunView> run = open_run(file, diagnostics);
        if (!run) return run.failure();
        SuiteTest test;
        test.file = file.string();
        if (const auto done = read_facts(*run, test, diagnostics); !done) return done.failure();
        if (const auto done = check_unit(*run, diagnostics); !done) return done.failure();
        const std::size_t index = suite_.tests.size();
        for (std::size_t i = 0; i < std::size(kMerged); ++i) {
            const auto add = [&](const Row& row) { merge(i, test, index, row); };
            const auto done = run->for_each_row(sql_of(kMerged[i]), add, diagnostics);
            if (!done) return done.failure();
        }
        suite_.tests.push_back(std::move(test));
        return Done{};
    }

    Suite finished() {
        for (auto& [key, number] : numbers_) suite_.numbers.push_back(std::move(number));
        name_tests();
        sort_tests();
        gather_limits();
        return std::move(suite_);
    }

private:
    static Result<Done> read_facts(const RunView& run, SuiteTest& test, Diagnostics& diagnostics) {
        std::map<std::string, Cell> facts;
        const auto read = run.for_each_row(
            "SELECT key, value, CAST(value AS INTEGER) FROM run",
            [&](const Row& row) {
                const std::string key = text(row[0]);
                facts[key] = key == "cycles" ? row[2] : row[1];
            },
            diagnostics);
        if (!read) return read.failure();
        test.name = text(facts["test"]);
        test.design = text(facts["design"]);
        test.answer = text(facts["answer"]);
        test.cycles = std::max<std::int64_t>(0, integer(facts["cycles"]));
        test.partial = text(facts["partial"]) == "yes";
        const Result<Table> first = run.query(
            "SELECT path, kind, effect, share FROM bottlenecks WHERE rank = 1 AND NOT EXISTS "
            "(SELECT 1 FROM run WHERE key = 'doubt')",
            diagnostics);
        if (!first) return first.failure();
        if (first->rows.empty()) return Done{};
        const Row& row = first->rows.front();
        test.limiter = text(row[0]);
        test.kind = text(row[1]);
        test.effect = text(row[2]);
        test.share = real(row[3]);
        return Done{};
    }

    Result<Done> check_unit(const RunView& run, Diagnostics& diagnostics) {
        const Result<Table> units =
            run.query("SELECT DISTINCT unit FROM clocks ORDER BY unit DESC", diagnostics);
        if (!units) return units.failure();
        const std::string unit = units->rows.empty() ? "cycle" : text(units->rows.front()[0]);
        if (suite_.unit.empty()) suite_.unit = unit;
        if (suite_.unit == unit) return Done{};
        return diagnostics.report(code::units_differ, {run.name(), 0}, unit, suite_.unit);
    }

    void merge(std::size_t column, const SuiteTest& of, std::size_t test, const Row& row) {
        if (is_null(row[2])) return;
        const MergedColumn& c = kMerged[column];
        const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(row[2])));
        const auto cycles = static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer(row[3])));
        MergedNumber& n = numbers_[{of.design, column, text(row[0]), text(row[1])}];
        if (n.tests == 0) {
            n.design = of.design;
            n.kind = c.kind;
            n.number = c.number;
            n.path = text(row[0]);
            n.item = text(row[1]);
            n.worst = test;
        }
        n.quality = std::max(n.quality, quality_of(text(row[4])).value_or(Quality::invalid));
        n.is_wait = n.is_wait || integer(row[5]) != 0;
        ++n.tests;
        if (value > 0) ++n.reached;
        add_to(n.total, value, n.quality);
        add_to(n.observed, cycles, n.quality);
        const double share =
            cycles == 0 ? 0 : static_cast<double>(value) / static_cast<double>(cycles);
        if (share < n.worst_share || (share == n.worst_share && !is_before(of, n.worst))) return;
        n.worst_share = share;
        n.worst = test;
    }

    // Of two tests in which a number is equally bad the longer one is named, so that it does not
    // matter in which order the runs are given.
    bool is_before(const SuiteTest& test, std::size_t other) const {
        if (other >= suite_.tests.size()) return false;
        const SuiteTest& o = suite_.tests[other];
        return test.cycles != o.cycles ? test.cycles > o.cycles : test.name < o.name;
    }

    // Without a name a test is called as its file; two of one name have their folder, or a number.
    void name_tests() {
        std::map<std::string, std::size_t> count;
        for (SuiteTest& test : suite_.tests) {
            if (test.name.empty()) test.name = fs::path(test.file).stem().string();
            ++count[test.name];
        }
        std::set<std::string> taken;
        for (SuiteTest& test : suite_.tests) {
            std::string name = test.name;
            if (count[name] > 1) name = (fs::path(test.file).parent_path() / name).string();
            test.name = name;
            for (int i = 2; !taken.insert(test.name).second; ++i)
                test.name = fmt::format("{} ({})", name, i);
        }
    }

    void sort_tests() {
        std::vector<std::size_t> order(suite_.tests.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const SuiteTest &x = suite_.tests[a], &y = suite_.tests[b];
            return x.cycles != y.cycles ? x.cycles > y.cycles : x.name < y.name;
        });
        std::vector<SuiteTest> sorted;
        std::vector<std::size_t> place(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            sorted.push_back(std::move(suite_.tests[order[i]]));
        }
        suite_.tests = std::move(sorted);
        for (MergedNumber& number : suite_.numbers) number.worst = place[number.worst];
    }

    void gather_limits() {
        std::map<std::pair<std::string, std::string>, SuiteLimit> limits;
        for (std::size_t i = 0; i < suite_.tests.size(); ++i) {
            const SuiteTest& test = suite_.tests[i];
            suite_.cycles += std::min(test.cycles, INT64_MAX - suite_.cycles);
            if (test.partial) ++suite_.partial;
            SuiteLimit& limit = limits[{test.limiter, test.kind}];
            if (limit.tests.empty() || test.share > suite_.tests[limit.worst].share)
                limit.worst = i;
            limit.path = test.limiter;
            limit.kind = test.kind;
            limit.tests.push_back(i);
            limit.cycles += std::min(test.cycles, INT64_MAX - limit.cycles);
        }
        for (auto& [key, limit] : limits) suite_.limits.push_back(std::move(limit));
        const auto rank = [](const SuiteLimit& l) {
            return std::tuple(l.path.empty(), -l.cycles, l.path, l.kind);
        };
        std::sort(suite_.limits.begin(), suite_.limits.end(),
                  [&](const SuiteLimit& a, const SuiteLimit& b) { return rank(a) < rank(b); });
    }

    Suite suite_;
    std::map<NumberKey, MergedNumber> numbers_;
};

}  // namespace

Result<Suite> read_suite(const std::vector<fs::path>& runs, Diagnostics& diagnostics) {
    SuiteReader reader;
    std::set<fs::path> seen;
    for (const fs::path& run : runs) {
        std::error_code ec;
        const fs::path itself = fs::canonical(run, ec);
        if (!ec && !seen.insert(itself).second) continue;
        if (const auto done = reader.take(run, diagnostics); !done) return done.failure();
    }
    return reader.finished();
}

}  // namespace tapestry
