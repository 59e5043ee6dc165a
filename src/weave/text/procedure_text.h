// SPDX-License-Identifier: Apache-2.0
// Skips the parts of a module other than instances: procedures, functions, properties.
#pragma once

#include <string_view>

#include "weave/text/token_reader.h"

namespace tapestry {

// always, initial, assert, …: one statement follows.
bool starts_procedure(std::string_view word);
// The keyword that closes `word` (function, task, property, …); "" if it opens nothing.
std::string_view end_word_of(std::string_view word);

// Skips one statement of a procedure.
void skip_statement(TokenReader& tokens);
// Skips everything up to and including the keyword and its label.
void skip_past(TokenReader& tokens, std::string_view end_word);

}  // namespace tapestry
