// SPDX-License-Identifier: Apache-2.0
// The netlist of a VHDL design as Verilog that reads like its source: registers and signals have
// their own names, conditions stand where they are used, records are structs, generate statements
// lead to their signals and instances by label and index. With it, facts that lead every name and
// state back to the VHDL.
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
    // What nets are that no name of the VHDL stands for, in names of the VHDL; by module and net.
    std::map<std::string, std::map<std::string, std::string>> hidden;
    std::map<std::string, std::string> entities;  // of modules, as the source spells them
};

struct TranslateOptions {
    std::string top;
    std::string verilog_file;                // where the text will stand
    const NamedScope* elaborated = nullptr;  // null: not known
    std::vector<std::string> other_modules;  // in Verilog, which GHDL has as empty ones
};

Translation translate(std::vector<NetModule> modules, const TranslateOptions& options,
                      const VhdlNames& names);

// An expression of a module in names of the VHDL.
std::string in_vhdl_names(const Translation& translation, const std::string& module,
                          const std::string& expression);

}  // namespace tapestry
