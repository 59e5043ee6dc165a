// SPDX-License-Identifier: Apache-2.0
// How a finding of a stream begins and ends, by whatever rule it is found.
#pragma once

#include <string>

#include "find/module/subject.h"

namespace tapestry {

Finding begin_stream(const Subject& on, VarId valid, VarId ready, const std::string& stem);
// What carries a beat, `bits` of it, and what marks the bytes that count; data first.
void add_data(Finding& f, const std::string& text, std::uint32_t bits);
void add_keep(Finding& f, const std::string& text, std::uint32_t bits);
// Takes the stream, with the clock of its two nets; rejects it at `anchor` when they have none.
void take_stream(const Subject& on, Finding f, VarId anchor);
// `name` may be empty: then the variable's.
void reject_stream(const Subject& on, VarId var, const std::string& name, const std::string& why);

}  // namespace tapestry
