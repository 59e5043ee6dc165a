// SPDX-License-Identifier: Apache-2.0
#include "show/check/check.h"

#include "base/codes.h"
#include "show/check/evaluate.h"
#include "show/check/expression.h"

namespace tapestry {

namespace {

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
    diagnostics.report(Code::check_malformed, {rule.file, rule.line}, error.column + 1,
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
        if (!e) return failure;
        results.push_back({rule, verdict_of(e->truth), e->is_estimated, e->sentence});
    }
    return results;
}

}  // namespace tapestry
