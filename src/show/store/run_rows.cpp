// SPDX-License-Identifier: Apache-2.0
#include "show/store/run_rows.h"

#include <charconv>

#include "base/codes/runs.h"

namespace tapestry {

void RunRows::fail(const char* problem) {
    if (!problem_) problem_ = problem;
}

Result<Done> RunRows::finish() {
    if (reported_) return *reported_;
    if (db_.good() && !problem_) return Done{};
    return diagnostics_.report(code::run_malformed, {file_, 0}, problem_ ? problem_ : db_.error());
}

std::uint64_t RunRows::count(const Statement& row, int column) {
    const std::int64_t n = row.integer(column);
    if (n < 0) fail("a number in it is negative");
    return static_cast<std::uint64_t>(n);
}

std::size_t RunRows::index(const Statement& row, int column, std::size_t end) {
    const std::int64_t n = row.integer(column);
    if (n >= 0 && static_cast<std::uint64_t>(n) < end) return static_cast<std::size_t>(n);
    fail("a row of it belongs to nothing");
    return 0;
}

TapNumbers& RunRows::tap(const Statement& row) {
    const std::size_t i = index(row, 0, run.taps.size());
    return problem_ ? spare_ : run.taps[i];
}

const std::string& RunRows::word(const Statement& row, int column) {
    const auto at = names_.find(row.integer(column));
    if (at == names_.end()) fail("a row of it has no name");
    return at == names_.end() ? spare_.tap.path : at->second;
}

std::uint64_t RunRows::decimal(const std::string& text) {
    std::uint64_t n = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, n);
    if (error != std::errc{} || at != end) fail("a number in it is none");
    return n;
}

void RunRows::stop(Reported error) {
    reported_ = error;
    fail("");
}

void RunRows::read_names() {
    each("SELECT name, word FROM raw_names",
         [&](const Statement& row) { names_.emplace(row.integer(0), row.text(1)); });
}

std::int64_t RunRows::number_of(const std::string& name) {
    if (numbers_.empty()) {
        for (const auto& [number, text] : names_) numbers_.emplace(text, number);
    }
    return numbers_.at(name);
}

}  // namespace tapestry
