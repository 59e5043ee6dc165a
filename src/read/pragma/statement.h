// SPDX-License-Identifier: Apache-2.0
// The statements of a process as a tree, in the words of either language: what is known of them is
// where they branch, what they read and what they assign at once.
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
        list,     // parts one after the other
        choice,   // parts are branches, of which one is taken
        branch,   // of a choice: `head` leads to its only part
        loop,     // `head` repeats its only part
        pragma,   // the pragma of that number
        assign,   // `head` assigns at once: it matters to what follows
        call,     // may assign what it mentions, and cannot be copied
        control,  // leaves a loop or a block
        text,     // a declaration or a directive: goes along
    } kind = Kind::list;
    std::string head;
    std::string tail;
    std::vector<ProcessStatement> parts = {};
    std::size_t pragma = 0;
    std::set<std::string> targets = {};  // names that it assigns
    std::set<std::string> reads = {};    // names in its head
};

// A branch of a choice: `head` leads to `body`.
ProcessStatement branch_to(ProcessStatement body, std::string head, Language language);

// A process with pragmas, read.
struct ProcessTree {
    std::size_t begin = 0;  // position of its first word
    std::size_t end = 0;    // behind its last character
    std::string label;
    std::vector<std::pair<std::string, std::string>> edges;  // posedge or negedge, and of what
    ProcessStatement body;
    std::set<std::string> clocked_words = {};    // VHDL: PragmaBlock::clocked_words
    std::set<std::string> declared;              // names that it declares itself
    std::vector<std::string> declarations = {};  // VHDL: those before its `begin`, each with its ;
    std::string why_not;                         // it cannot be copied; empty: it can
};

// The names that are assigned at once and that decide, directly or by way of each other, about
// which pragma holds.
std::set<std::string> deciding_names(const ProcessStatement& body,
                                     const std::vector<PragmaComment>& pragmas, Language language);

// The names that the copy of a process reads.
std::set<std::string> names_read(const ProcessStatement& body,
                                 const std::set<std::string>& deciding,
                                 const std::vector<PragmaComment>& pragmas, Language language);

// The names that are assigned at once, loops and calls left aside.
std::set<std::string> names_assigned(const ProcessStatement& body);

// The names of the states that a later pragma may win over.
std::set<std::string> overlapping_states(const ProcessStatement& body,
                                         const std::vector<PragmaComment>& pragmas);

// Names in an expression; members of something are not among them.
std::set<std::string> names_in(std::string_view expression, Language language);

// Whether it has an influence on which pragma holds, when these names decide.
bool matters(const ProcessStatement& statement, const std::set<std::string>& deciding);

}  // namespace tapestry
