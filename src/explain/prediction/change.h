// SPDX-License-Identifier: Apache-2.0
// A hypothetical change: KIND:PATH[/STATE][=VALUE] (docs/predict.md).
//
//   depth:PATH=N          a queue holds N entries
//   time:PATH[/STATE]=V   a block, or one of its states, takes V: 0.5x of its work, or N cycles a
//                         visit
//   replicas:PATH=N       N blocks share the work of PATH, or of all that a PATH with * names
//   clock:NAME=Vx         a clock is V times as fast
//   latency:PATH=N        a call, or an answer of a memory or bus, takes N cycles
//   width:PATH=Vx         a beat of a channel carries V times as much
//   rate:PATH=N           an outside end moves a beat every N cycles at most
//   remove:PATH           a block does its work in no time
//   move:PATH=host,N      somebody else does the work of a block in N cycles, all in all
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

enum class ChangeKind { depth, time, replicas, clock, latency, width, rate, remove, move };

std::string_view to_word(ChangeKind kind);

struct Change {
    ChangeKind kind = ChangeKind::time;
    std::string text;  // as it was written
    std::string path;
    std::string state;  // of time, empty: all of the block
    double value = 0;
    bool is_factor = false;  // 0.5x
};

// Fails with change_malformed.
Result<Change> change_from_text(std::string_view text, Diagnostics& diagnostics);

// One change a line; empty lines and comments from # on are skipped. `name` is the file, for
// messages.
Result<std::vector<Change>> changes_from_lines(std::string_view text, const std::string& name,
                                               Diagnostics& diagnostics);

// Whether `wanted` names `path`: all of it, its last parts, or a pattern of either.
bool names(const std::string& wanted, const std::string& path);

}  // namespace tapestry
