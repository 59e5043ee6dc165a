// SPDX-License-Identifier: Apache-2.0
// Performance assertions: the requirements on a run and their results.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// A requirement as the user wrote it, in tapestry.toml or on the command line.
struct CheckRule {
    std::string name;        // empty: the expression is its name
    std::string expression;  // docs/project.md has the language
    std::string file;        // where it is declared
    std::uint32_t line = 0;
};

// undecided: a number is invalid, missing, or a lower bound that may lie on either side of the
// limit. It counts as a failure, because nothing shows that the requirement is met.
enum class CheckVerdict { passed, failed, undecided };
std::string_view to_word(CheckVerdict verdict);

struct CheckResult {
    CheckRule rule;
    CheckVerdict verdict = CheckVerdict::undecided;
    bool is_estimated = false;  // rests on an estimated number
    std::string sentence;       // the numbers behind the verdict
};

}  // namespace tapestry
