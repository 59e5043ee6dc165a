// SPDX-License-Identifier: Apache-2.0
// States that comments of the author's name: `pragma recap NAME CATEGORY(PEER, PURPOSE)` in a
// process (docs/pragmas.md). A process with pragmas is a *block*: its states are the values of one
// signal, which src/read/pragma adds to a copy of the text.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/design.h"
#include "model/tap_form.h"

namespace tapestry {

// One category of a pragma, with the block at the other end where it names one.
struct PragmaPart {
    std::string word;      // wait_send, wait_recv, send, recv, busy, wait_sync, overhead or idle
    std::string category;  // of time: send and recv are transfer
    std::string peer;      // top.in, $CPU; empty: none
    std::string purpose;
};

struct Pragma {
    std::uint32_t line = 0;
    std::string name;
    std::vector<PragmaPart> parts;  // at least one; the first is the category of the state
    std::string condition;          // empty: wherever it stands
    std::vector<std::string> next;  // states that may follow; empty: nobody says
};

struct PragmaState {
    Pragma pragma;  // the first of this name
    std::uint64_t code = 0;
    // The bit of the block's held signal that says that the state held, where a later pragma may
    // have won; -1: none can.
    int held_bit = -1;
};

struct PragmaCondition {
    std::uint32_t line = 0;
    std::string text;
};

struct PragmaBlock {
    std::string file;    // as the user names it
    std::string module;  // as the source spells it; of VHDL empty: the signal's name is unique
    std::string name;    // the label of the process, or pragmas, pragmas_2, …
    std::string signal;  // what was added: the code of the state that holds, 0 for none
    std::string held_signal;
    std::uint32_t width = 1;
    std::set<std::string> clocked_words;  // of VHDL: all words of the process, if it has a clock
    std::uint32_t first_line = 0;         // of the process
    std::uint32_t last_line = 0;
    std::vector<PragmaState> states;
    std::vector<PragmaCondition> conditions;  // of its pragmas that have one
};

// The signal of a block in one module, or in one turn of a generate loop.
struct PragmaSite {
    PragmaBlock block;
    std::int32_t module = kNone;  // of the design
    VarId signal = kNone;
    std::string module_name;  // as the text of the design spells it
    std::string name;         // of the machine: that of the block, with what stands before it
    std::string signal_text;  // expressions of the module
    std::string held_text;
    std::string scope;         // generate blocks around it, as Var::scope
    std::uint32_t line = 0;    // of its declaration
    std::vector<VarId> reads;  // signals that decide which state holds
    bool is_raced = false;     // one of them is assigned with `=` at the clock's edge
};

// What every added name begins with.
inline constexpr const char* kPragmaPrefix = "tapestry_pragma_";

// The states that may follow others, as the reason of a machine has them: "a -> b, c; d -> a".
inline std::string next_text(const PragmaBlock& block) {
    std::string text;
    for (const PragmaState& state : block.states) {
        const std::vector<std::string>& next = state.pragma.next;
        for (std::size_t i = 0; i < next.size(); ++i)
            text += (i > 0 ? ", " : "; " + state.pragma.name + " -> ") + next[i];
    }
    return text;
}

// Whether the tap measures states that pragmas name.
inline bool is_pragma_machine(const TapForm& tap) {
    return tap.is(TapKind::fsm) &&
           tap.observed("state").find(kPragmaPrefix) != std::string_view::npos;
}

// The event that counts the cycles in which a state held and a later one won.
inline constexpr const char* kOverlapped = "overlapped";
inline std::string overlap_name(const std::string& machine, const std::string& state) {
    return machine + "." + state + "." + kOverlapped;
}

}  // namespace tapestry
