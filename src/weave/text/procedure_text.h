// SPDX-License-Identifier: Apache-2.0
// What a module holds beside instances, passed over: procedures, functions, properties.
#pragma once

#include <string_view>

#include "weave/text/token_reader.h"

namespace tapestry {

// always, initial, assert, …: one statement follows.
bool starts_procedure(std::string_view word);
// The word that ends what `word` opens (function, task, property, …); "" when it opens nothing.
std::string_view end_word_of(std::string_view word);

// Passes over one statement of a procedure.
void skip_statement(TokenReader& tokens);
// Passes over everything up to the word, the word itself and its label.
void skip_past(TokenReader& tokens, std::string_view end_word);

}  // namespace tapestry
