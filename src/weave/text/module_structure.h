// SPDX-License-Identifier: Apache-2.0
// The skeleton of one module's text: its header, and its instances inside their generate
// constructs, with positions. Everything else is skipped. Nothing is elaborated here: which branch
// is taken and how often a loop runs is known from the instance tree.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weave/text/block_finder.h"
#include "weave/text/token_reader.h"

namespace tapestry {

// An instantiation statement: MODULE [#(…)] NAME [range] (…), NAME (…);

struct InstanceText {
    std::string module;
    std::string name;
    std::string range;  // "3:0" of an array
    std::size_t connections_close = 0;
    bool named = false;
    bool opaque = false;  // a macro hides whether connections are named
    std::size_t connections = 0;
};

// Reads the instances of one statement and its semicolon. Empty if the statement is something else;
// tokens are consumed in this case too.
std::vector<InstanceText> read_instances(TokenReader& tokens);

// The header of a generate loop.

// `for (genvar = first; genvar < limit; genvar = genvar + step)`, in any of its spellings.
struct LoopHeader {
    bool regular = false;  // the header has this form, and the other members are valid
    std::string genvar;
    std::string first;
    std::string limit;
    std::string step;
    bool down = false;
    bool inclusive = false;
};

// Reads from the opening parenthesis up to and including its partner.
LoopHeader read_loop_header(TokenReader& tokens);

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

struct ModuleHeader {
    std::size_t ports_open = kNowhere;  // the parenthesis of the port list; kNowhere: there is none
    std::size_t ports_close = kNowhere;
    bool ansi = true;            // directions stand in the list
    bool empty = true;           // the list has no port
    std::size_t end = kNowhere;  // the semicolon
};

struct StructureItem;

// A body of a generate construct: one iteration of a loop, or one branch.
struct StructureBody {
    std::string label;       // written, or genblkN as the language numbers them
    bool has_begin = false;  // else it is a single item
    bool direct = false;     // a conditional right inside a conditional: no scope of its own
    std::size_t open = 0;    // where its text begins: behind `begin` and its label
    std::size_t close = 0;   // its `end`, or behind the single item
    std::vector<StructureItem> items;
};

// The members of InstanceText are those of an instance.
struct StructureItem : InstanceText {
    enum class Kind { instance, loop, conditional, block } kind = Kind::instance;
    std::size_t begin = 0;  // of the statement
    std::size_t end = 0;    // behind it

    LoopHeader loop;
    std::vector<StructureBody> bodies;
    bool is_case = false;
    bool has_default = false;   // a conditional that always takes one of its bodies
    std::size_t last_word = 0;  // of a case: `endcase`
};

struct ModuleStructure {
    ModuleHeader header;
    StructureBody body;
};

// Nothing if the text does not have the form of a module: begin without end, or a macro in place of
// the header.
std::optional<ModuleStructure> structure_of(std::string_view masked, const ModuleSpan& module);

}  // namespace tapestry
