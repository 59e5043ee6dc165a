// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/printed.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "base/letter_case.h"

namespace tapestry {

namespace {

constexpr double kSlack = 2;           // cycles: where in a cycle a testbench looks
constexpr double kLeastShrunk = 0.05;  // of a span: less is no proportion that a number can follow
constexpr double kProportion = 0.005;
constexpr std::size_t kLeastTimes = 3;  // that follow each other
constexpr double kLeastOnTheWay = 50;   // cycles: smaller numbers fit by accident
constexpr double kBetweenBeats = 0.15;  // of the time between two marks
constexpr double kLatestStart = 16;     // cycles, from which a testbench counts
constexpr std::size_t kMostShown = 60;
constexpr std::array<std::string_view, 6> kErrorWords = {"error", "fail",   "mismatch",
                                                         "wrong", "assert", "timeout"};

// What a simulator says of itself: the time that it took, or where a copy of the sources ended it.
bool is_of_simulator(const std::string& line) {
    const auto has = [&](std::string_view text) { return line.find(text) != std::string::npos; };
    return (line.starts_with("- ") &&
            (has("Verilator") || has("S i m u l a t i o n") || has("Verilog $"))) ||
           has("$finish called at") || has("$stop called at");
}

bool is_wordy(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Numbers stand alone in the list; what is joined to a letter, such as 8'hff or u1, is a word.
std::vector<std::string> tokens_of(const std::string& line) {
    std::vector<std::string> tokens;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at + 1;
        if (is_wordy(line[at]) || is_digit(line[at])) {
            while (end < line.size() &&
                   (is_wordy(line[end]) || is_digit(line[end]) || line[end] == '.'))
                ++end;
        }
        if (std::isspace(static_cast<unsigned char>(line[at])) == 0)
            tokens.push_back(line.substr(at, end - at));
        at = end;
    }
    return tokens;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (!is_of_simulator(line)) lines.push_back(std::move(line));
    return lines;
}

bool is_hex(const std::string& token) {
    const std::size_t from = token.starts_with("0x") ? 2 : 0;
    return token.size() > from &&
           std::all_of(token.begin() + static_cast<std::ptrdiff_t>(from), token.end(),
                       [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

bool is_number(const std::string& token) {
    return is_digit(token[0]) && std::none_of(token.begin(), token.end(), is_wordy);
}

// The words of a line, whatever its numbers.
std::string words_in_line(const std::string& line) {
    std::string words;
    for (const std::string& token : tokens_of(line))
        words += (is_number(token) ? "#" : token) + " ";
    return words;
}

// A number of one log and what the other has in its place.
struct Changed {
    double was = 0, is = 0;
};

// Decimal where it can be: what is also a hexadecimal number is read as one only when it must be.
std::vector<Changed> readings_of(const std::string& plain, const std::string& trial) {
    std::vector<Changed> all;
    if (is_number(plain) && is_number(trial))
        all.push_back({std::strtod(plain.c_str(), nullptr), std::strtod(trial.c_str(), nullptr)});
    if (is_hex(plain) && is_hex(trial))
        all.push_back({static_cast<double>(std::strtoull(plain.c_str(), nullptr, 16)),
                       static_cast<double>(std::strtoull(trial.c_str(), nullptr, 16))});
    return all;
}

// It shrank by as much as the span did, and is most of it.
bool is_length(const Changed& n, const PrintedSpan& span, double unit) {
    const double shrunk = (span.was - span.is) * unit;
    const double slack = kSlack * unit + kProportion * std::abs(shrunk);
    return n.was <= span.was * unit + slack && 2 * n.was >= span.was * unit &&
           std::abs((n.was - n.is) - shrunk) <= slack;
}

// A rate or a mean over the span.
bool is_in_proportion(const Changed& n, const PrintedSpan& span) {
    if (span.was <= 0 || span.is <= 0 || n.was <= 0) return false;
    const double ratio = span.is / span.was;
    if (std::abs(1 - ratio) < kLeastShrunk) return false;
    const auto fits = [&](double wanted) {
        return std::abs(n.is - wanted) <= std::max(0.5, kProportion * wanted) && wanted >= 100;
    };
    return fits(n.was * ratio) || fits(n.was / ratio);
}

// The cycle of the trial in which it had come as far as the plain run by then, and how well that is
// known; nothing beyond the last beat.
struct Warped {
    double cycle = 0;
    double slack = 0;
};
std::optional<Warped> warped(double cycle, const PrintedWarp& warp) {
    std::pair<double, double> from{0, 0};
    for (const auto& to : warp) {
        const double was = to.first - from.first, is = to.second - from.second;
        if (cycle <= to.first && was > 0)
            return Warped{from.second + (cycle - from.first) * is / was,
                          std::max(kSlack, kBetweenBeats * std::abs(is))};
        from = to;
    }
    return std::nullopt;
}

// A time or a length that ends in the middle of the run, counted from its start or from a few
// cycles later.
bool is_on_the_way(const Changed& n, const PrintedWarp& warp, double unit) {
    const double was = n.was / unit, is = n.is / unit;
    if (was < kLeastOnTheWay) return false;
    for (double start = 0; start <= kLatestStart; ++start) {
        const std::optional<Warped> wanted = warped(was + start, warp);
        if (wanted && std::abs(wanted->cycle - start - is) <= wanted->slack) return true;
    }
    return false;
}

bool is_on_any_way(const Changed& n, const PrintedSpans& all) {
    return std::any_of(all.warps.begin(), all.warps.end(), [&](const PrintedWarp& warp) {
        return std::any_of(all.units.begin(), all.units.end(),
                           [&](double unit) { return is_on_the_way(n, warp, unit); });
    });
}

bool fits(const Changed& n, const PrintedSpans& all) {
    return is_on_any_way(n, all) ||
           std::any_of(all.spans.begin(), all.spans.end(), [&](const PrintedSpan& span) {
               if (span.is_count)
                   return std::abs(n.was - span.was) <= kSlack &&
                          std::abs(n.is - span.is) <= kSlack;
               return is_in_proportion(n, span) ||
                      std::any_of(all.units.begin(), all.units.end(),
                                  [&](double unit) { return is_length(n, span, unit); });
           });
}

// Numbers that stand in the same place of lines with the same words, one line after the other.
using Series = std::vector<Changed>;

bool follow_each_other(const Series& series, const PrintedSpans& all) {
    if (series.size() < kLeastTimes) return false;
    for (std::size_t i = 1; i < series.size(); ++i)
        if (series[i].was < series[i - 1].was || series[i].is < series[i - 1].is) return false;
    return std::any_of(all.spans.begin(), all.spans.end(), [&](const PrintedSpan& span) {
        return !span.is_count && std::any_of(all.units.begin(), all.units.end(), [&](double unit) {
            const double slack = kSlack * unit;
            const double most = std::abs(span.was - span.is) * unit + slack;
            return std::all_of(series.begin(), series.end(), [&](const Changed& n) {
                return n.was <= span.was * unit + slack && n.is <= span.is * unit + slack &&
                       std::abs(n.was - n.is) <= most;
            });
        });
    });
}

// What two logs differ in, line by line.
class Comparison {
public:
    explicit Comparison(const PrintedSpans& spans) : spans_(spans) {}

    // Whether the lines have the same words; numbers that differ are remembered.
    bool add(const std::string& plain, const std::string& trial) {
        const std::vector<std::string> was = tokens_of(plain), is = tokens_of(trial);
        if (was.size() != is.size()) return false;
        const std::string words = words_in_line(plain);
        for (std::size_t i = 0; i < was.size(); ++i)
            if (!add_token(was[i], is[i], words, i, {plain, trial})) return false;
        return true;
    }

    // The lines with a number that is no time, if there are any.
    const std::pair<std::string, std::string>* result() const {
        for (const auto& [place, series] : series_)
            if (series.doubtful && !follow_each_other(series.all, spans_)) return &series.lines;
        return nullptr;
    }

private:
    struct Place {
        Series all;
        bool doubtful = false;  // one of them fits nothing
        std::pair<std::string, std::string> lines = {};
    };

    bool add_token(const std::string& was, const std::string& is, const std::string& words,
                   std::size_t at, const std::pair<std::string, std::string>& lines) {
        const std::vector<Changed> readings = readings_of(was, is);
        if (was != is && readings.empty()) return false;
        if (readings.empty() || (was == is && !is_number(was))) return true;
        Place& place = series_[{words, at}];
        place.all.push_back(readings.front());
        const bool known =
            was == is || std::any_of(readings.begin(), readings.end(),
                                     [&](const Changed& n) { return fits(n, spans_); });
        if (!known && !place.doubtful) place.lines = lines;
        place.doubtful = place.doubtful || !known;
        return true;
    }

    const PrintedSpans& spans_;
    std::map<std::pair<std::string, std::size_t>, Place> series_;
};

std::string shown(const std::string& line) {
    return line.size() <= kMostShown ? line : line.substr(0, kMostShown) + "...";
}

std::string printed_instead(const std::string& was, const std::string& is) {
    return fmt::format("the testbench printed '{}' instead of '{}'", shown(is), shown(was));
}

bool tells_of_error(std::string line) {
    line = in_lower_case(line);
    return std::any_of(kErrorWords.begin(), kErrorWords.end(),
                       [&](std::string_view word) { return line.find(word) != std::string::npos; });
}

// What a run printed that did more in the same time: where the other has come to its end, or to the
// summary at its end, there are further lines.
void drop_further_lines(std::vector<std::string>& less, std::vector<std::string>& more) {
    if (more.size() < less.size()) return drop_further_lines(more, less);
    std::size_t at = 0;
    while (at < less.size() && words_in_line(less[at]) == words_in_line(more[at])) ++at;
    const auto from = more.begin() + static_cast<std::ptrdiff_t>(at);
    const auto until = from + static_cast<std::ptrdiff_t>(more.size() - less.size());
    if (std::none_of(from, until, tells_of_error)) more.erase(from, until);
}

}  // namespace

std::string printed_difference(const std::string& plain, const std::string& trial,
                               const PrintedSpans& spans) {
    std::vector<std::string> was = lines_of(plain), is = lines_of(trial);
    if (spans.more_lines) drop_further_lines(was, is);
    Comparison comparison(spans);
    for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
        if (i >= is.size()) return fmt::format("the testbench did not print '{}'", shown(was[i]));
        if (i >= was.size()) return fmt::format("the testbench also printed '{}'", shown(is[i]));
        if (!comparison.add(was[i], is[i])) return printed_instead(was[i], is[i]);
    }
    const auto* lines = comparison.result();
    return lines ? printed_instead(lines->first, lines->second) : "";
}

}  // namespace tapestry
