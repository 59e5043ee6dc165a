// SPDX-License-Identifier: Apache-2.0
// Construction of a stream finding, common to all rules.
#pragma once

#include <string>

#include "find/module/subject.h"

namespace tapestry {

Finding begin_stream(const Subject& on, VarId valid, VarId ready, const std::string& stem);
// Sets the payload of a beat, `bits` wide, and the byte enables; payload first.
void add_data(Finding& f, const std::string& text, std::uint32_t bits);
void add_keep(Finding& f, const std::string& text, std::uint32_t bits);
// Takes the stream with the clock of its two nets, or rejects it at `anchor` if they have none.
void take_stream(const Subject& on, Finding f, VarId anchor);
// An empty `name` stands for the variable's.
void reject_stream(const Subject& on, VarId var, const std::string& name, const std::string& why);

}  // namespace tapestry
