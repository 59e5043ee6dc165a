// SPDX-License-Identifier: Apache-2.0
#include "show/check/check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/codes/checks.h"
#include "base/diagnostics.h"
#include "base/result.h"
#include "show/check/expression.h"
#include "show/check/interval.h"
#include "show/check/run_values.h"
#include "show/store/run_view.h"

namespace tapestry {

namespace {

// Evaluates a condition on a run.

struct Evaluated {
    Truth truth = Truth::unknown;
    bool is_estimated = false;  // an estimated number was used
    std::string sentence;       // the comparisons with their numbers, and why one is unknown
};

using Op = Expression::Op;

constexpr std::size_t kMostNamed = 4;  // candidates listed in a message

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
        : text_(text), values_(run, diagnostics) {
        if (baseline) baseline_.emplace(*baseline, diagnostics);
    }

    Result<Evaluated> evaluate(const Expression& condition) {
        Evaluated out;
        out.truth = truth_of(condition);
        if (const auto& damage = this->damage()) return *damage;
        out.is_estimated = is_estimated_;
        out.sentence = comparisons_text(out.truth != Truth::yes);
        if (out.sentence.empty()) out.sentence = comparisons_text(false);
        return out;
    }

private:
    // The comparisons as a sentence; with `only_trouble`, only those that are not known to hold.
    std::string comparisons_text(bool only_trouble) const {
        std::string all;
        for (const auto& [truth, sentence] : comparisons_) {
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
        comparisons_.emplace_back(truth, sentence);
        return truth;
    }

    Value value_of(const Expression& e) {
        switch (e.op) {
            case Op::number:
                return {Interval::point(e.number), false, ""};
            case Op::cycles:
                return current_->cycles();
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
        RunValues* const now = std::exchange(current_, &*baseline_);
        const Value value = value_of(e);
        current_ = now;
        return value;
    }

    const std::optional<Reported>& damage() const {
        return baseline_ && !values_.damage() ? baseline_->damage() : values_.damage();
    }

    Value single(const Expression& e, bool share) {
        const std::vector<Selected> rows = current_->select(e);
        if (rows.empty()) return unknown(fmt::format("the run has no such {}", e.kind));
        if (rows.size() > 1) return unknown(ambiguity(rows));
        const Value value = current_->trusted(rows[0].cell, rows[0].quality, e.name);
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
        const std::vector<Selected> rows = current_->select(selection);
        if (e.name == "count") {
            return {Interval::point(static_cast<long double>(rows.size())), false, ""};
        }
        if (rows.empty()) return unknown(fmt::format("the run has no such {}", selection.kind));
        std::optional<Value> all;
        for (const Selected& row : rows) {
            const Value value = current_->trusted(row.cell, row.quality, selection.name);
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
    RunValues values_;
    std::optional<RunValues> baseline_;
    RunValues* current_ = &values_;  // the run being evaluated: this one or the baseline
    bool is_estimated_ = false;
    std::vector<std::pair<Truth, std::string>> comparisons_;
};

// `text` is the source of the condition. `baseline` may be nullptr: values of it are unknown then.
// Fails if a file is damaged.
Result<Evaluated> evaluate(const Expression& condition, std::string_view text, const RunView& run,
                           const RunView* baseline, Diagnostics& diagnostics) {
    return Evaluator(text, run, baseline, diagnostics).evaluate(condition);
}

// The expression with a mark under the column. Control characters would shift the mark, so they are
// shown as blanks.
std::string pointed_at(const std::string& expression, std::size_t column) {
    std::string line = expression;
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    }
    return fmt::format("\n    {}\n    {:>{}}", line, '^', column + 1);
}

CheckVerdict verdict_of(Truth truth) {
    if (truth == Truth::yes) return CheckVerdict::passed;
    return truth == Truth::no ? CheckVerdict::failed : CheckVerdict::undecided;
}

// A rule with a syntax error is neither met nor broken: its verdict is undecided.
CheckResult refused(const CheckRule& rule, const ExpressionError& error, Diagnostics& diagnostics) {
    diagnostics.report(code::check_malformed, {rule.file, rule.line}, error.column + 1,
                       error.sentence, pointed_at(rule.expression, error.column));
    return {rule, CheckVerdict::undecided, false,
            fmt::format("column {}: {}", error.column + 1, error.sentence)};
}

}  // namespace

Result<std::vector<CheckResult>> check_run(const std::vector<CheckRule>& rules, const RunView& run,
                                           const RunView* baseline, Diagnostics& diagnostics) {
    std::vector<CheckResult> results;
    for (const CheckRule& rule : rules) {
        const auto parsed = parse_expression(rule.expression);
        if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
            results.push_back(refused(rule, *error, diagnostics));
            continue;
        }
        const Result<Evaluated> e =
            evaluate(*std::get<ExpressionPtr>(parsed), rule.expression, run, baseline, diagnostics);
        if (!e) return e.failure();
        results.push_back({rule, verdict_of(e->truth), e->is_estimated, e->sentence});
    }
    return results;
}

}  // namespace tapestry
