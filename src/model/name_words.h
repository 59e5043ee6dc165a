// SPDX-License-Identifier: Apache-2.0
// Splits names into words.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

enum class Digits { part_words, belong_to_words };

// In lower case; split at underscores, dots, brackets, at a capital after a small letter, and
// optionally at digits: `sysRst0` is sys, rst or sys, rst0.
std::vector<std::string> words_of_name(const std::string& name, Digits digits);

}  // namespace tapestry
