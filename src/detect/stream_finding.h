// SPDX-License-Identifier: Apache-2.0
// How a finding of a stream begins and ends, by whatever rule it is found.
#pragma once

#include <string>

#include "detect/subject.h"

namespace tapestry {

inline std::uint64_t bytes_of(std::uint32_t bits) { return (bits + 7) / 8; }

Finding begin_stream(const Subject& on, VarId valid, VarId ready, const std::string& stem);
// Takes the stream, with the clock of its two nets; rejects it at `anchor` when they have none.
void take_stream(const Subject& on, Finding f, VarId anchor);
// `name` may be empty: then the variable's.
void reject_stream(const Subject& on, VarId var, const std::string& name, const std::string& why);

}  // namespace tapestry
