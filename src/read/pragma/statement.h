// SPDX-License-Identifier: Apache-2.0
// The statements of a process as a tree, common to Verilog and VHDL: branches, reads, and immediate
// assignments.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "read/pragma/pragma_comment.h"

namespace tapestry {

struct ProcessStatement {
    enum class Kind {
        list,     // parts in sequence
        choice,   // parts are branches; one is taken
        branch,   // of a choice: `head` guards its only part
        loop,     // `head` repeats its only part
        pragma,   // the pragma with that index
        assign,   // immediate (=): visible to the following statements
        call,     // may assign its arguments, and cannot be copied
        control,  // leaves a loop or a block
        text,     // a declaration or a directive, copied as it is
    } kind = Kind::list;
    std::string head;
    std::string tail;
    std::vector<ProcessStatement> parts = {};
    std::size_t pragma = 0;
    std::set<std::string> targets = {};  // names that it assigns
    std::set<std::string> reads = {};    // names in its head
};

// A branch of a choice: `head` guards `body`.
ProcessStatement branch_to(ProcessStatement body, std::string head, Language language);

// A parsed process with pragmas.
struct ProcessTree {
    std::size_t begin = 0;  // position of its first word
    std::size_t end = 0;    // after its last character
    std::string label;
    std::vector<std::pair<std::string, std::string>> edges;  // posedge or negedge, and the signal
    ProcessStatement body;
    std::set<std::string> clocked_words = {};    // VHDL: PragmaBlock::clocked_words
    std::set<std::string> declared;              // names that it declares itself
    std::vector<std::string> declarations = {};  // VHDL: those before its `begin`, each with its ;
    std::string why_not;                         // why it cannot be copied; empty: it can
};

// The immediately assigned names on which the active pragma depends, directly or through each
// other.
std::set<std::string> deciding_names(const ProcessStatement& body,
                                     const std::vector<PragmaComment>& pragmas, Language language);

// The names that the copy of a process reads.
std::set<std::string> names_read(const ProcessStatement& body,
                                 const std::set<std::string>& deciding,
                                 const std::vector<PragmaComment>& pragmas, Language language);

// The immediately assigned names, except in loops and calls.
std::set<std::string> names_assigned(const ProcessStatement& body);

// The names of the states that a later pragma may override.
std::set<std::string> overlapping_states(const ProcessStatement& body,
                                         const std::vector<PragmaComment>& pragmas);

// Names in an expression, without member names.
std::set<std::string> names_in(std::string_view expression, Language language);

// True if it influences which pragma holds, given the deciding names.
bool matters(const ProcessStatement& statement, const std::set<std::string>& deciding);

}  // namespace tapestry
