// SPDX-License-Identifier: Apache-2.0
// The words that a name is made of.
#pragma once

#include <string>
#include <vector>

namespace tapestry {

enum class Digits { part_words, belong_to_words };

// In lower case; parted at underscores, points, brackets, where a capital follows a small letter,
// and perhaps at digits: `sysRst0` is sys, rst or sys, rst0.
std::vector<std::string> words_of_name(const std::string& name, Digits digits);

}  // namespace tapestry
