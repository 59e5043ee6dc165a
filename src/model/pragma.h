// SPDX-License-Identifier: Apache-2.0
// States named by the author in comments: `pragma recap NAME CATEGORY(PEER, PURPOSE)` in a process
// (docs/pragmas.md). A process with pragmas is a *block*: its states are the values of one signal,
// which src/read/pragma adds to a copy of the source.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/design.h"
#include "model/tap_form.h"

namespace tapestry {

// One category of a pragma, with the block at the other end if it names one.
struct PragmaPart {
    std::string word;      // wait_send, wait_recv, send, recv, busy, wait_sync, overhead or idle
    std::string category;  // category of time; send and recv count as transfer
    std::string peer;      // top.in, $CPU; empty: none
    std::string purpose;
};

struct Pragma {
    std::uint32_t line = 0;
    std::string name;
    std::vector<PragmaPart> parts;  // at least one; the first is the category of the state
    std::string condition;          // empty: wherever the pragma stands
    std::vector<std::string> next;  // states that may follow; empty: unspecified
};

struct PragmaState {
    Pragma pragma;  // the first pragma with this name
    std::uint64_t code = 0;
    // The bit of the block's held signal that is set while the state holds, in case a later pragma
    // overrides it; -1: none can.
    int held_bit = -1;
};

struct PragmaCondition {
    std::uint32_t line = 0;
    std::string text;
};

struct PragmaBlock {
    std::string file;    // as the user names it
    std::string module;  // as the source spells it; empty for VHDL, whose signal name is unique
    std::string name;    // the label of the process, or pragmas, pragmas_2, …
    std::string signal;  // the added signal: the code of the state that holds, 0 for none
    std::string held_signal;
    std::uint32_t width = 1;
    std::set<std::string> clocked_words;  // for VHDL: all words of the process, if it is clocked
    std::uint32_t first_line = 0;         // of the process
    std::uint32_t last_line = 0;
    std::vector<PragmaState> states;
    std::vector<PragmaCondition> conditions;  // of its pragmas with a condition
};

// The signal of a block in one module, or in one iteration of a generate loop.
struct PragmaSite {
    PragmaBlock block;
    ModuleId module = kNone;  // of the design
    VarId signal = kNone;
    std::string module_name;  // as the text of the design spells it
    std::string name;         // of the machine: the block's name with its scope
    std::string signal_text;  // expressions of the module
    std::string held_text;
    std::string scope;         // generate blocks around it, as Var::scope
    std::uint32_t line = 0;    // of its declaration
    std::vector<VarId> reads;  // signals that determine which state holds
    bool is_raced = false;     // one of them is assigned with `=` at the clock edge
};

// The prefix of every added name.
inline constexpr const char* kPragmaPrefix = "tapestry_pragma_";

// The declared successors, in the form used in the reason of a machine: "a -> b, c; d -> a".
inline std::string next_text(const PragmaBlock& block) {
    std::string text;
    for (const PragmaState& state : block.states) {
        const std::vector<std::string>& next = state.pragma.next;
        for (std::size_t i = 0; i < next.size(); ++i)
            text += (i > 0 ? ", " : "; " + state.pragma.name + " -> ") + next[i];
    }
    return text;
}

// True if the tap measures states named by pragmas.
inline bool is_pragma_machine(const TapForm& tap) {
    return tap.is(TapKind::fsm) &&
           tap.observed("state").find(kPragmaPrefix) != std::string_view::npos;
}

// The event that counts cycles in which a state held but a later one overrode it.
inline constexpr const char* kOverlapped = "overlapped";
inline std::string overlap_name(const std::string& machine, const std::string& state) {
    return machine + "." + state + "." + kOverlapped;
}

}  // namespace tapestry
