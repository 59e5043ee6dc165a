// SPDX-License-Identifier: Apache-2.0
// Performance assertions: what is demanded of a run, and what came of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// A demand as the user wrote it, in tapestry.toml or on the command line.
struct CheckRule {
    std::string name;        // empty: the expression stands for itself
    std::string expression;  // docs/project.md has the language
    std::string file;        // where it was asked for
    std::uint32_t line = 0;
};

// undecided: the run does not say. A number is lost, a lower bound that may lie on either side, or
// not there at all. It counts as a failure, for nothing shows that the demand is met.
enum class CheckVerdict { passed, failed, undecided };
std::string_view to_word(CheckVerdict verdict);

struct CheckResult {
    CheckRule rule;
    CheckVerdict verdict = CheckVerdict::undecided;
    bool is_estimated = false;  // it rests on an estimated number
    std::string sentence;       // the numbers behind the verdict
};

}  // namespace tapestry
