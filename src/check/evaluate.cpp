// SPDX-License-Identifier: Apache-2.0
#include "check/evaluate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/path_name.h"
#include "model/run.h"
#include "store/views.h"

namespace tapestry {

namespace {

using Op = Expression::Op;

constexpr std::size_t kMostNamed = 4;  // candidates that a message lists

// A number with what limits it.
struct Value {
    Interval interval;
    bool is_estimated = false;
    std::string trouble;  // why it is not known; empty: it is
};

// One row that a selection names.
struct Selected {
    std::string path;
    Cell cell;
    std::string quality;
    Cell observed_cycles;
};

bool has_column(std::string_view view_name, std::string_view column) {
    for (const View& view : views()) {
        if (view.name != view_name) continue;
        for (const ViewColumn& c : view.columns) {
            if (c.name == column) return true;
        }
    }
    return false;
}

// The user's name for a thing is its whole path, its last parts, or a pattern.
bool is_named(const std::string& path, const std::string& name) {
    if (name.find('*') != std::string::npos) {
        return matches(name, path) || matches("*." + name, path);
    }
    return ends_with_name(path, name);
}

Value unknown(const std::string& why) { return {Interval::anything(), false, why}; }

// Counts only grow, so that a run that ended early has seen no more than the whole one would have.
bool only_grows(const Cell& cell, const std::string& column) {
    return std::holds_alternative<std::int64_t>(cell) && column.rfind("min_", 0) != 0;
}

std::string number_text(long double number) {
    if (std::isinf(number)) return number < 0 ? "-infinity" : "infinity";
    if (number == std::floor(number) && std::abs(number) < 1e18L) {
        return fmt::format("{}", static_cast<long long>(number));
    }
    return fmt::format("{:.6g}", static_cast<double>(number));
}

std::string value_text(const Value& value) {
    const Interval& i = value.interval;
    const std::string about = value.is_estimated ? "about " : "";
    if (i.is_point()) return about + number_text(i.least);
    if (std::isinf(i.least) && std::isinf(i.most)) return "not known";
    if (std::isinf(i.most)) return "at least " + number_text(i.least);
    if (std::isinf(i.least)) return "at most " + number_text(i.most);
    return fmt::format("{} to {}", number_text(i.least), number_text(i.most));
}

class Evaluator {
public:
    Evaluator(std::string_view text, const RunView& run, const RunView* baseline,
              Diagnostics& diagnostics)
        : text_(text), run_(&run), baseline_(baseline), diagnostics_(diagnostics) {}

    Result<Evaluated> evaluate(const Expression& condition) {
        read_partial();
        Evaluated out;
        out.truth = truth_of(condition);
        if (is_damaged_) return failure;
        out.is_estimated = is_estimated_;
        out.sentence = said(out.truth != Truth::yes);
        if (out.sentence.empty()) out.sentence = said(false);
        return out;
    }

private:
    // The comparisons; of a condition that does not hold, those that do not hold.
    std::string said(bool only_trouble) const {
        std::string all;
        for (const auto& [truth, sentence] : said_) {
            if (only_trouble && truth == Truth::yes) continue;
            all += (all.empty() ? "" : "; ") + sentence;
        }
        return all;
    }

    Truth truth_of(const Expression& e) {
        switch (e.op) {
            case Op::conjunction:
                return truth_of(*e.children[0]) & truth_of(*e.children[1]);
            case Op::disjunction:
                return truth_of(*e.children[0]) | truth_of(*e.children[1]);
            case Op::negation:
                return !truth_of(*e.children[0]);
            default:
                return comparison(e);
        }
    }

    Truth comparison(const Expression& e) {
        const Value a = value_of(*e.children[0]);
        const Value b = value_of(*e.children[1]);
        const Truth truth = compare(a.interval, e.name, b.interval);
        std::string sentence = fmt::format("{} is {}", slice(*e.children[0]), value_text(a));
        if (e.children[1]->op != Op::number) {
            sentence += fmt::format(", {} is {}", slice(*e.children[1]), value_text(b));
        }
        for (const Value* v : {&a, &b}) {
            is_estimated_ |= v->is_estimated;
            if (!v->trouble.empty()) sentence += fmt::format(" ({})", v->trouble);
        }
        said_.emplace_back(truth, sentence);
        return truth;
    }

    Value value_of(const Expression& e) {
        switch (e.op) {
            case Op::number:
                return {Interval::point(e.number), false, ""};
            case Op::cycles:
                return cycles();
            case Op::selected:
                return single(e, false);
            case Op::share:
                return single(*e.children[0], true);
            case Op::fold:
                return fold(e);
            case Op::baseline:
                return in_baseline(*e.children[0]);
            case Op::negate: {
                Value v = value_of(*e.children[0]);
                v.interval = -v.interval;
                return v;
            }
            default:
                return arithmetic(e);
        }
    }

    Value arithmetic(const Expression& e) {
        const Value a = value_of(*e.children[0]);
        const Value b = value_of(*e.children[1]);
        Value out = with_trust_of(a, b);
        switch (e.op) {
            case Op::add:
                out.interval = a.interval + b.interval;
                break;
            case Op::subtract:
                out.interval = a.interval - b.interval;
                break;
            case Op::multiply:
                out.interval = a.interval * b.interval;
                break;
            default:
                out.interval = a.interval / b.interval;
                if (b.interval.is_point() && b.interval.least == 0) {
                    out.trouble = "it is divided by 0";
                }
        }
        return out;
    }

    static Value with_trust_of(const Value& a, const Value& b) {
        Value out;
        out.is_estimated = a.is_estimated || b.is_estimated;
        out.trouble = a.trouble.empty() ? b.trouble : a.trouble;
        return out;
    }

    Value in_baseline(const Expression& e) {
        if (!baseline_) return unknown("no --baseline is given");
        const RunView* run = std::exchange(run_, baseline_);
        const bool partial = is_partial_;
        const bool empty = is_empty_;
        read_partial();
        const Value value = value_of(e);
        run_ = run;
        is_partial_ = partial;
        is_empty_ = empty;
        return value;
    }

    void read_partial() {
        is_partial_ = !ask("SELECT 1 FROM run WHERE key = 'partial' AND value = 'yes'").empty();
        is_empty_ = ask("SELECT 1 FROM taps WHERE observed_cycles > 0 LIMIT 1").empty();
    }

    std::vector<Row> ask(const std::string& sql) {
        Result<Table> table = run_->query(sql, diagnostics_);
        if (!table) is_damaged_ = true;
        return table ? std::move(table->rows) : std::vector<Row>();
    }

    Value cycles() {
        const std::vector<Row> rows =
            ask("SELECT CAST(value AS INTEGER) FROM run WHERE key = 'cycles'");
        if (rows.empty()) return unknown("the run does not say how many cycles it had");
        return trusted(rows[0][0], "exact", "cycles");
    }

    // The cell with what its quality, and that of the run, make of it.
    Value trusted(const Cell& cell, const std::string& quality, const std::string& column) const {
        if (is_null(cell)) return unknown("it has no value in this run");
        if (std::holds_alternative<std::string>(cell)) return unknown("it is no number");
        if (is_empty_ && column != "depth")
            return unknown("the run counted no cycle outside reset");
        const auto* count = std::get_if<std::int64_t>(&cell);
        const long double number = count ? static_cast<long double>(*count) : real(cell);
        const bool grows = only_grows(cell, column);
        // The depth of a queue is a fact of the design, however the run ended.
        if (is_partial_ && column != "depth") {
            Value v = unknown("the run is partial");
            if (grows && quality != to_word(Quality::invalid)) {
                v.interval = Interval::at_least(number);
            }
            return v;
        }
        if (quality == to_word(Quality::exact) || quality == to_word(Quality::tried))
            return {Interval::point(number), false, ""};
        if (quality == to_word(Quality::estimated)) return {Interval::point(number), true, ""};
        if (quality == to_word(Quality::lower_bound)) {
            Value v = unknown("it is a lower bound");
            if (grows) v.interval = Interval::at_least(number);
            return v;
        }
        return unknown("its quality is invalid");
    }

    std::vector<Selected> select(const Expression& e) {
        const SelectedKind& kind = *find_selected_kind(e.kind);
        const bool has_tap = has_column(kind.view, "tap");
        const bool has_quality = has_column(kind.view, "quality");
        std::string sql = fmt::format("SELECT v.path, v.{}, {}, {} FROM {} v", e.name,
                                      has_quality ? "v.quality" : tap_column(has_tap, "quality"),
                                      tap_column(has_tap, "observed_cycles"), kind.view);
        sql += fmt::format(" WHERE {}", kind.only.empty() ? "true" : kind.only);
        for (std::size_t i = 1; i < kind.keys.size(); ++i)
            sql += fmt::format(" AND v.{} = {}", kind.keys[i], quoted(e.texts[i]));
        std::vector<Selected> out;
        for (const Row& row : ask(sql)) {
            if (!is_named(text(row[0]), e.texts[0])) continue;
            // A row without a quality of its own is as good as the run.
            const std::string quality = is_null(row[2]) ? "exact" : text(row[2]);
            out.push_back({text(row[0]), row[1], quality, row[3]});
        }
        return out;
    }

    static std::string tap_column(bool has_tap, std::string_view column) {
        return has_tap ? fmt::format("(SELECT t.{} FROM taps t WHERE t.tap = v.tap)", column)
                       : "NULL";
    }

    static std::string quoted(const std::string& text) {
        std::string out = "'";
        for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
        return out + "'";
    }

    Value single(const Expression& e, bool share) {
        const std::vector<Selected> rows = select(e);
        if (rows.empty()) return unknown(fmt::format("the run has no such {}", e.kind));
        if (rows.size() > 1) return unknown(ambiguity(rows));
        const Value value = trusted(rows[0].cell, rows[0].quality, e.name);
        return share ? share_of(value, rows[0]) : value;
    }

    Value share_of(const Value& value, const Selected& row) const {
        if (!value.interval.is_point()) {
            return unknown(value.trouble.empty() ? "its parts are not known" : value.trouble);
        }
        if (integer(row.observed_cycles) <= 0) return unknown("no cycle was observed");
        Value out = value;
        out.interval = value.interval /
                       Interval::point(static_cast<long double>(integer(row.observed_cycles)));
        return out;
    }

    static std::string ambiguity(const std::vector<Selected>& rows) {
        std::string list;
        for (std::size_t i = 0; i < std::min(rows.size(), kMostNamed); ++i) {
            list += (i ? ", " : "") + rows[i].path;
        }
        if (rows.size() > kMostNamed) list += ", …";
        return fmt::format(
            "{} of this name are there: {}; write more of the path, or take max, "
            "min or sum of them",
            rows.size(), list);
    }

    Value fold(const Expression& e) {
        const Expression& selection = *e.children[0];
        const std::vector<Selected> rows = select(selection);
        if (e.name == "count") {
            return {Interval::point(static_cast<long double>(rows.size())), false, ""};
        }
        if (rows.empty()) return unknown(fmt::format("the run has no such {}", selection.kind));
        std::optional<Value> all;
        for (const Selected& row : rows) {
            const Value value = trusted(row.cell, row.quality, selection.name);
            if (!all) {
                all = value;
                continue;
            }
            Value next = with_trust_of(*all, value);
            next.interval = e.name == "sum"   ? all->interval + value.interval
                            : e.name == "max" ? max(all->interval, value.interval)
                                              : min(all->interval, value.interval);
            all = next;
        }
        return *all;
    }

    std::string slice(const Expression& e) const {
        return std::string(text_.substr(e.begin, e.end - e.begin));
    }

    std::string_view text_;
    const RunView* run_;
    const RunView* baseline_;
    Diagnostics& diagnostics_;
    bool is_partial_ = false;
    bool is_empty_ = false;  // no cycle of it was outside reset
    bool is_damaged_ = false;
    bool is_estimated_ = false;
    std::vector<std::pair<Truth, std::string>> said_;
};

}  // namespace

Result<Evaluated> evaluate(const Expression& condition, std::string_view text, const RunView& run,
                           const RunView* baseline, Diagnostics& diagnostics) {
    return Evaluator(text, run, baseline, diagnostics).evaluate(condition);
}

}  // namespace tapestry
