// SPDX-License-Identifier: Apache-2.0
#include "hls/verilog_name.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <sstream>

namespace tapestry::hls {

namespace {

// Words of Verilog and SystemVerilog: tools refuse the latter as names in either.
constexpr const char* kKeywords =
    "accept_on alias always always_comb always_ff always_latch and assert assign assume "
    "automatic before begin bind bins binsof bit break buf bufif0 bufif1 byte case casex "
    "casez cell chandle checker class clocking cmos config const constraint context continue "
    "cover covergroup coverpoint cross deassign default defparam design disable dist do edge "
    "else end endcase endchecker endclass endclocking endconfig endfunction endgenerate "
    "endgroup endinterface endmodule endpackage endprimitive endprogram endproperty "
    "endsequence endspecify endtable endtask enum event eventually expect export extends "
    "extern final first_match for force foreach forever fork forkjoin function generate "
    "genvar global highz0 highz1 if iff ifnone ignore_bins illegal_bins implements implies "
    "import incdir include initial inout input inside instance int integer interconnect "
    "interface intersect join join_any join_none large let liblist library local localparam "
    "logic longint macromodule matches medium modport module nand negedge nettype new "
    "nexttime nmos nor noshowcancelled not notif0 notif1 null or output package packed "
    "parameter pmos posedge primitive priority program property protected pull0 pull1 "
    "pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase "
    "randsequence rcmos real realtime ref reg reject_on release repeat restrict return rnmos "
    "rpmos rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with "
    "scalared sequence shortint shortreal showcancelled signed small soft solve specify "
    "specparam static string strong strong0 strong1 struct super supply0 supply1 "
    "sync_accept_on sync_reject_on table tagged task this throughout time timeprecision "
    "timeunit tran tranif0 tranif1 tri tri0 tri1 triand trior trireg type typedef union "
    "unique unique0 unsigned until until_with untyped use uwire var vectored virtual void "
    "wait wait_order wand weak weak0 weak1 while wildcard wire with within wor xnor xor ";

// Names of the hardware itself.
constexpr const char* kOwn =
    "activity advance at_barrier at_lock at_unlock barrier_ready barrier_valid clk done "
    "drained finished fresh holding lock_id lock_ready lock_valid result rst slot stage "
    "stall_barrier stall_drain stall_lock start state status t thread thread_done thread_i "
    "thread_status unlock_id unlock_valid words ";

std::set<std::string> words_in(const std::string& text) {
    std::istringstream in(text);
    std::set<std::string> words;
    for (std::string word; in >> word;) words.insert(word);
    return words;
}

}  // namespace

std::string verilog_name(std::string name) {
    static const std::set<std::string> taken = words_in(std::string(kKeywords) + kOwn);
    for (char& ch : name)
        if (!std::isalnum(static_cast<unsigned char>(ch))) ch = '_';
    // Verilator spells two underscores in a row differently in C++, and names are joined with one.
    name.erase(
        std::unique(name.begin(), name.end(), [](char a, char b) { return a == '_' && b == '_'; }),
        name.end());
    while (!name.empty() && name.back() == '_') name.pop_back();
    if (name.starts_with('_')) name.erase(0, 1);
    // v7, r7 and u7 are values, registers and units.
    const bool is_ours = name.size() > 1 && std::string("vru").find(name[0]) != std::string::npos &&
                         std::isdigit(static_cast<unsigned char>(name[1]));
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return "m" + name;
    return taken.contains(name) || is_ours ? "c_" + name : name;
}

}  // namespace tapestry::hls
