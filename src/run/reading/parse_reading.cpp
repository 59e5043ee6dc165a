// SPDX-License-Identifier: Apache-2.0
#include "run/reading/parse_reading.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/check.h"
#include "base/codes/readings.h"
#include "run/reading/record_shape.h"

namespace tapestry {

namespace {

// A damaged file may have millions of bad lines; people need the first few and the count.
constexpr std::size_t kLostLinesToName = 20;
// Far more than any run has. Cycles beyond could not be stored, and their shares would be wrong.
constexpr std::uint64_t kMostEdges = 0x7fff'ffff'ffff'ffff;

// Why a line is no record, or nullptr.
using Problem = const char*;

bool is_space(char c) { return c == ' ' || c == '\t'; }

class Tokens {
public:
    explicit Tokens(std::string_view line) : rest_(line) {}

    std::string_view next() {
        while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
        std::size_t n = 0;
        while (n < rest_.size() && !is_space(rest_[n])) ++n;
        const std::string_view token = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return token;
    }

    // A path. The blank that ends an escaped name (`tb.\odd-name .u_core`) does not end the path.
    std::string next_path() {
        std::string path(next());
        while (rest_.size() > 1 && is_space(rest_[0]) && rest_[1] == '.') {
            path += ' ';
            path += next();
        }
        return path;
    }

private:
    std::string_view rest_;
};

std::optional<std::uint64_t> to_number(std::string_view token) {
    std::uint64_t n = 0;
    const char* end = token.data() + token.size();
    const auto [at, error] = std::from_chars(token.data(), end, n);
    if (error != std::errc{} || at != end || token.empty()) return std::nullopt;
    return n;
}

// Packed text: a character holds five bits of a number, lowest first; bit 32 means that more
// follow.
class PackedNumbers {
public:
    explicit PackedNumbers(std::string_view text) : text_(text) {}

    bool at_end() const { return text_.empty(); }

    std::optional<std::uint64_t> next() {
        std::uint64_t n = 0;
        for (int shift = 0; !text_.empty() && shift < 65; shift += 5) {
            const int digit = text_.front() - '0';
            text_.remove_prefix(1);
            if (digit < 0 || digit > 63 || (shift == 60 && digit > 15)) return std::nullopt;
            n |= static_cast<std::uint64_t>(digit & 31) << shift;
            if (digit < 32) return n;
        }
        return std::nullopt;
    }

private:
    std::string_view text_;
};

// A duplicate row would count twice. Every tap writes rows in ascending order, so the sort is only
// for other sources.
bool has_twin_rows(const ReadingRecord& record, const WordShape& shape) {
    std::vector<std::array<std::uint64_t, 2>> keys;
    for (const ReadingWord& w : record.words) {
        if (w.word != shape.word) continue;
        keys.push_back({w.numbers[0], shape.keys > 1 ? w.numbers[1] : 0});
    }
    if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) != keys.end();
}

// Reads one line into a record.
class RecordParser {
public:
    explicit RecordParser(std::string_view line) : tokens_(line) {}

    Problem parse(ReadingRecord& record) {
        record.kind = tokens_.next();
        shapes_ = words_of_kind(record.kind);
        if (shapes_.empty()) return "its kind is not known";
        record.path = tokens_.next_path();
        if (record.path.empty()) return "it has no path";
        record.words.reserve(shapes_.size());
        std::string_view word = tokens_.next();
        for (; word != "sum"; word = tokens_.next()) {
            if (word.empty()) return "it has no checksum";
            if (Problem problem = parse_word(word, record)) return problem;
        }
        if (to_number(tokens_.next()) != checksum_) return "its checksum is wrong";
        if (!tokens_.next().empty()) return "text follows its checksum";
        return check_whole(record);
    }

private:
    Problem parse_word(std::string_view word, ReadingRecord& record) {
        if (record.kind == "trace" && word == "packed") return parse_packed(record);
        const auto shape = std::find_if(shapes_.begin(), shapes_.end(),
                                        [&](const WordShape& s) { return s.word == word; });
        if (shape == shapes_.end()) return "it has a word that its kind does not know";
        const std::uint32_t bit = 1u << (shape - shapes_.begin());
        if (shape->keys == 0 && (seen_ & bit)) return "it has a word twice";
        seen_ |= bit;
        if (record.kind == "trace" && shape->keys > 0) return parse_trace(*shape, record);
        ReadingWord& w = record.words.emplace_back();
        w.word = word;
        w.numbers.resize(shape->keys + shape->values);
        for (std::uint64_t& n : w.numbers) {
            const std::optional<std::uint64_t> number = to_number(tokens_.next());
            if (!number) return "a number is missing, or too large";
            n = *number;
            checksum_ = checksum_ * 31 + n;
        }
        return nullptr;
    }

    // There may be very many of these.
    Problem parse_trace(const WordShape& shape, ReadingRecord& record) {
        TraceRecord row;
        row.known = shape.values == 2;
        for (std::uint64_t* n : {&row.record, &row.edge, &row.value}) {
            if (n == &row.value && !row.known) break;
            const std::optional<std::uint64_t> number = to_number(tokens_.next());
            if (!number) return "a number is missing, or too large";
            *n = *number;
            checksum_ = checksum_ * 31 + *number;
        }
        if (!record.trace.empty() && row.record != record.trace.back().record + 1)
            return "its rows are out of order";
        record.trace.push_back(row);
        return nullptr;
    }

    // The number of the first row; then for each row the edges since the previous one, and its
    // value.
    Problem parse_packed(ReadingRecord& record) {
        const std::optional<std::uint64_t> first = to_number(tokens_.next());
        if (!first) return "a number is missing, or too large";
        if (!record.trace.empty()) return "it has a word twice";
        checksum_ = checksum_ * 31 + *first;
        TraceRecord row;
        row.record = *first;
        for (PackedNumbers numbers(tokens_.next()); !numbers.at_end(); ++row.record) {
            const std::optional<std::uint64_t> edges = numbers.next(), value = numbers.next();
            if (!edges || !value || *edges > kMostEdges - row.edge)
                return "its packed rows are damaged";
            row.edge += *edges;
            row.value = *value;
            checksum_ = (checksum_ * 31 + *edges) * 31 + *value;
            record.trace.push_back(row);
        }
        return nullptr;
    }

    Problem check_whole(const ReadingRecord& record) const {
        for (std::size_t i = 0; i < shapes_.size(); ++i) {
            const bool seen = (seen_ & (1u << i)) != 0;
            if (shapes_[i].required && !seen) return "it lacks a word that every record has";
            if (shapes_[i].keys > 0 && seen && has_twin_rows(record, shapes_[i])) {
                return "it has a row twice";
            }
        }
        if (record.number("edges") > kMostEdges) return "no run has so many edges";
        return nullptr;
    }

    Tokens tokens_;
    std::span<const WordShape> shapes_;
    std::uint32_t seen_ = 0;  // a bit for each of shapes_
    std::uint64_t checksum_ = 0;
};

// Lines of a link that are not records: packets lost before, and that reception began late.
bool parse_note(std::string_view line, Reading& reading) {
    Tokens tokens(line);
    const std::string_view word = tokens.next();
    if (word == "late" && tokens.next().empty()) return reading.extremes_since_start = true;
    if (word != "lost") return false;
    const std::optional<std::uint64_t> lost = to_number(tokens.next());
    if (lost) reading.lost_records += *lost;
    return lost.has_value();
}

struct LostLine {
    std::uint32_t line;
    Problem problem;
};

void report_lost(const std::vector<LostLine>& lost, std::uint64_t count, const std::string& name,
                 Diagnostics& diagnostics) {
    for (const LostLine& l : lost) {
        diagnostics.report(code::reading_line_lost, {name, l.line}, l.problem);
    }
    if (count <= lost.size()) return;
    diagnostics.report(code::reading_line_lost, {name, 0},
                       fmt::format("{} lines more", count - lost.size()));
}

}  // namespace

Result<Reading> parse_reading(std::string_view text, const std::string& name,
                              Diagnostics& diagnostics) {
    Reading reading;
    std::vector<LostLine> lost;
    std::uint64_t lost_lines = 0;
    std::uint32_t line_number = 0;
    while (!text.empty()) {
        ++line_number;
        const std::size_t end = text.find('\n');
        const bool whole = end != std::string_view::npos;
        std::string_view line = text.substr(0, end);
        text.remove_prefix(whole ? end + 1 : text.size());
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (whole && (line.empty() || parse_note(line, reading))) continue;
        ReadingRecord record;
        record.line = line_number;
        Problem problem = whole ? RecordParser(line).parse(record) : "the line has no end";
        if (!problem) {
            reading.records.push_back(std::move(record));
            continue;
        }
        ++lost_lines;
        if (lost.size() < kLostLinesToName) lost.push_back({line_number, problem});
    }
    if (reading.records.empty()) {
        const std::string why =
            lost.empty() ? "it is empty" : fmt::format("in the first line, {}", lost[0].problem);
        return diagnostics.report(code::reading_malformed, {name, 0}, why);
    }
    report_lost(lost, lost_lines, name, diagnostics);
    reading.lost_records += lost_lines;
    return reading;
}

}  // namespace tapestry
