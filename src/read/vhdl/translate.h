// SPDX-License-Identifier: Apache-2.0
// Translates the netlist of a VHDL design to Verilog that resembles its source: registers and
// signals have their own names, conditions stand where they are used, records are structs, and the
// signals and instances of generate statements have label and index. It also produces the facts
// that map every name and state to the VHDL.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/elaborated_names.h"
#include "model/source_facts.h"
#include "read/vhdl/netlist.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

struct Translation {
    std::string verilog;
    SourceFacts facts;
    std::vector<std::string> modules;
    // For nets without a VHDL name: an expression in VHDL names, by module and net.
    std::map<std::string, std::map<std::string, std::string>> hidden;
    std::map<std::string, std::string> entities;  // module -> entity, as the source spells it
};

struct TranslateOptions {
    std::string top;
    std::string verilog_file;                // the file that will contain the text
    const NamedScope* elaborated = nullptr;  // null: unknown
    std::vector<std::string> other_modules;  // in Verilog; GHDL has them as empty entities
};

Translation translate(std::vector<NetModule> modules, const TranslateOptions& options,
                      const VhdlNames& names);

// An expression of a module in VHDL names.
std::string in_vhdl_names(const Translation& translation, const std::string& module,
                          const std::string& expression);

}  // namespace tapestry
