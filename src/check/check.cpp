// SPDX-License-Identifier: Apache-2.0
#include "check/check.h"

#include "base/codes.h"
#include "check/evaluate.h"
#include "check/expression.h"

namespace tapestry {

namespace {

// The expression with a mark under the column; what would move the mark is shown as a blank.
std::string pointed_at(const std::string& expression, std::size_t column) {
    std::string line = expression;
    for (char& c : line) {
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
    }
    return fmt::format("\n    {}\n    {:>{}}", line, '^', column + 1);
}

Result<std::vector<ExpressionPtr>> parse_all(const std::vector<CheckRule>& rules,
                                             Diagnostics& diagnostics) {
    std::vector<ExpressionPtr> parsed;
    for (const CheckRule& rule : rules) {
        auto result = parse_expression(rule.expression);
        if (const auto* error = std::get_if<ExpressionError>(&result)) {
            diagnostics.report(Code::check_malformed, {rule.file, rule.line}, error->column + 1,
                               error->sentence, pointed_at(rule.expression, error->column));
        } else {
            parsed.push_back(std::get<ExpressionPtr>(result));
        }
    }
    if (parsed.size() < rules.size()) return failure;
    return parsed;
}

CheckVerdict verdict_of(Truth truth) {
    if (truth == Truth::yes) return CheckVerdict::passed;
    return truth == Truth::no ? CheckVerdict::failed : CheckVerdict::undecided;
}

}  // namespace

Result<std::vector<CheckResult>> check_run(const std::vector<CheckRule>& rules, const RunView& run,
                                           const RunView* baseline, Diagnostics& diagnostics) {
    const auto parsed = parse_all(rules, diagnostics);
    if (!parsed) return failure;
    std::vector<CheckResult> results;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Result<Evaluated> e =
            evaluate(*(*parsed)[i], rules[i].expression, run, baseline, diagnostics);
        if (!e) return failure;
        results.push_back({rules[i], verdict_of(e->truth), e->is_estimated, e->sentence});
    }
    return results;
}

}  // namespace tapestry
