// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/what_if.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>

#include "explain/prediction/predict.h"
#include "explain/prediction/sensitivity.h"
#include "jobs/what_if/sweep_json.h"
#include "show/report/prediction_report.h"
#include "show/report/sizing_report.h"
#include "show/store/read_run.h"
#include "show/store/run_view.h"

namespace tapestry {

namespace {

struct Question {
    std::size_t run = 0;
    std::string changes;  // one in each line
    std::vector<std::string> ranges;
    std::string sql;
};

// Text in which %41 stands for A, as in an address.
std::string decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        const char* const digits = text.data() + i + 1;
        const bool coded = text[i] == '%' && i + 2 < text.size() &&
                           std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
        out += coded ? static_cast<char>(value) : text[i];
        i += coded ? 2 : 0;
    }
    return out;
}

Question question_of(std::string_view query) {
    Question question;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), part.size() + 1));
        const std::size_t equals = std::min(part.size(), part.find('='));
        const std::string value = decoded(part.substr(std::min(part.size(), equals + 1)));
        if (part.substr(0, equals) == "run")
            std::from_chars(value.data(), value.data() + value.size(), question.run);
        if (part.substr(0, equals) == "change") question.changes += value + "\n";
        if (part.substr(0, equals) == "range") question.ranges.push_back(value);
        if (part.substr(0, equals) == "sql") question.sql = value;
    }
    return question;
}

ServedData served(bool good, std::string text) {
    return {good, "", std::make_shared<const std::string>(std::move(text))};
}

ServedData sentence_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) text += d.sentence + "\n";
    return served(false, text);
}

constexpr std::size_t kMostRows = 1000;               // of a query that the page shows
constexpr std::chrono::seconds kMostQuerySeconds{8};  // less than the server waits

// A whole number that a page would round is text.
std::string cell_json(const Cell& cell) {
    constexpr std::int64_t kMostExact = std::int64_t{1} << 53;
    const auto* const whole = std::get_if<std::int64_t>(&cell);
    const bool rounded = whole && (*whole > kMostExact || *whole < -kMostExact);
    return rounded ? json_string(fmt::format("{}", *whole)) : json_value(cell);
}

// The rows of a query over the run, and how many there are in all.
ServedData queried(const LiveRun& run, const std::string& sql) {
    Diagnostics diagnostics;
    Result<RunView> view = open_run(run.finished(), diagnostics);
    if (!view) return sentence_of(diagnostics);
    view->limit_time(kMostQuerySeconds);
    std::vector<std::string> columns;
    std::string rows;
    std::size_t count = 0;
    const auto take = [&](const Row& row) {
        if (++count > kMostRows) return;
        rows += count == 1 ? "[" : ",[";
        for (std::size_t i = 0; i < row.size(); ++i) rows += (i > 0 ? "," : "") + cell_json(row[i]);
        rows += "]";
    };
    if (!view->for_each_row(sql, columns, take, diagnostics)) return sentence_of(diagnostics);
    std::string names;
    for (const std::string& name : columns) names += (names.empty() ? "" : ",") + json_string(name);
    return served(
        true, fmt::format("{{\"columns\":[{}],\"rows\":[{}],\"count\":{}}}", names, rows, count));
}

// So many points are answered while somebody waits.
constexpr std::size_t kMostPoints = 400;

}  // namespace

ServedData WhatIf::swept(const std::vector<Change>& changes,
                         const std::vector<std::string>& ranges) const {
    Diagnostics diagnostics;
    std::vector<std::string> all;
    for (const Change& change : changes) all.push_back(change.text);
    all.insert(all.end(), ranges.begin(), ranges.end());
    std::size_t count = 1;
    for (const std::string& range : all) {
        const auto values = range_from_text(range, diagnostics);
        if (!values) return sentence_of(diagnostics);
        count *= values->size();
    }
    if (count > kMostPoints) return served(false, "These are too many points for a plot.\n");
    const auto points = sweep(run_, all, diagnostics);
    return points ? served(true, sweep_json(*points, run_.cycles)) : sentence_of(diagnostics);
}

Result<Done> WhatIf::read(std::size_t run, Diagnostics& diagnostics) {
    const std::string stamp = fmt::format("{} {}", run, runs_[run].stamp());
    if (stamp == stamp_) return Done{};
    Result<Run> read = read_run(runs_[run].finished(), diagnostics);
    if (!read) return read.failure();
    run_ = std::move(*read);
    stamp_ = stamp;
    return Done{};
}

void WhatIf::prepare(const std::string& query) {
    const Question question = question_of(query);
    Diagnostics said_with_the_answer;
    if (!question.sql.empty()) return;  // it reads the file
    if (question.run < runs_.size() && !runs_[question.run].is_under_way())
        (void)read(question.run, said_with_the_answer);
}

ServedData WhatIf::answer(const std::string& query) {
    const Question question = question_of(query);
    if (question.run >= runs_.size()) return served(false, "There is no such run.\n");
    if (runs_[question.run].is_under_way()) return served(false, "The run is not finished yet.\n");
    if (!question.sql.empty()) return queried(runs_[question.run], question.sql);
    Diagnostics diagnostics;
    const auto changes = changes_from_lines(question.changes, "", diagnostics);
    if (!changes || !read(question.run, diagnostics)) return sentence_of(diagnostics);
    if (!question.ranges.empty()) return swept(*changes, question.ranges);
    if (changes->empty()) return served(true, sensitivities_json(sensitivities_of(run_)));
    const Result<Prediction> prediction = predict(run_, *changes, diagnostics);
    return prediction ? served(true, prediction_json(*prediction)) : sentence_of(diagnostics);
}

}  // namespace tapestry
