// SPDX-License-Identifier: Apache-2.0
#include "vhdl/complaints.h"

#include "base/codes.h"

namespace tapestry {

namespace {

void say(Code code, Severity severity, const Place& place, const std::string& sentence,
         const char* hint, Diagnostics& diagnostics) {
    const Diagnostic said{code, severity, place, sentence, hint};
    diagnostics.add(said);
}

}  // namespace

void vhdl_rejected(const Place& place, const std::string& why, Diagnostics& diagnostics) {
    say(Code::source_rejected, Severity::error, place, why,
        "GHDL must be able to read the design: correct this, choose the language with "
        "--std, or name what is missing with --library NAME=FILE",
        diagnostics);
}

void vhdl_not_translated(const Place& place, const std::string& top, const std::string& why,
                         Diagnostics& diagnostics) {
    say(Code::source_rejected, Severity::error, place,
        "GHDL cannot synthesize '" + top + "': " + why,
        "what is measured must be synthesizable; without that a waveform can be "
        "counted: ghdl -r TB --wave=run.ghw, then tapestry import run.ghw",
        diagnostics);
}

void vhdl_unbound(const Place& place, const std::string& what, Diagnostics& diagnostics) {
    say(Code::source_rejected, Severity::warning, place, what,
        "nothing inside it is measured; add the file of its entity or module", diagnostics);
}

void vhdl_names_unknown(const std::string& why, Diagnostics& diagnostics) {
    say(Code::source_rejected, Severity::warning, {},
        "the names of states and records are not known: " + why,
        "pass the testbench with --tb, or the generics of the top with -G", diagnostics);
}

void verilog_under_vhdl(const std::string& file, Diagnostics& diagnostics) {
    say(Code::testbench_rejected, Severity::error, {file, 0}, "GHDL cannot simulate Verilog",
        "pass a testbench in Verilog or C++: the VHDL part is translated for it", diagnostics);
}

void vhdl_run_stopped(const Place& place, const std::string& why, Diagnostics& diagnostics) {
    say(Code::simulation_failed, Severity::warning, place, why,
        "what was measured up to there is kept", diagnostics);
}

}  // namespace tapestry
