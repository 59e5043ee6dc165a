// SPDX-License-Identifier: Apache-2.0
#include "synth/prove.h"

#include <fmt/format.h>

#include <regex>

#include "synth/yosys.h"

namespace tapestry {

namespace {

// What taps, hub and link drive, and the ports of the link, become nets that do anything at any
// time: the proof holds whatever was woven in, and has no more to look at than the original.
std::string half(const std::string& commands, const std::string& top, const std::string& name,
                 bool woven) {
    std::string script = commands;
    if (woven) script += "cutpoint t:*tapestry_*\n";
    script += "proc\nflatten\nopt_expr -keepdc\nopt_clean\n";
    if (woven) script += fmt::format("delete -port {}/w:tapestry_*\n", top);
    script +=
        "setundef -undriven -anyseq\nopt_clean -purge\nmemory_map\nopt_expr -keepdc\n"
        "async2sync\ndffunmap\nsetundef -undriven -anyseq\nopt_clean -purge\n";
    return script + fmt::format("rename {} {}\ndesign -stash {}\n", top, name, name);
}

std::string script_of(const std::string& original, const std::string& woven,
                      const std::string& top) {
    return half(original, top, "gold", false) + half(woven, top, "gate", true) +
           "design -copy-from gold -as gold gold\ndesign -copy-from gate -as gate gate\n"
           "equiv_make gold gate equiv\nhierarchy -top equiv\nopt_clean\n"
           "equiv_simple -undef -seq 2\nequiv_induct -undef -seq 2\nequiv_status\n";
}

// Lines such as "Unproven $equiv $auto$...: \out \out_gate".
std::vector<std::string> unproven(const std::string& report) {
    static const std::regex kLine(
        R"(Unproven \$equiv [^\n]*?: (\S.*?) (\\\S+_gate\S*|\S+_gate[^\n]*))");
    std::vector<std::string> nets;
    for (std::sregex_iterator it(report.begin(), report.end(), kLine), end; it != end; ++it) {
        std::string net = (*it)[1];
        if (net.starts_with('\\')) net.erase(0, 1);
        if (net.ends_with("_gold")) net.resize(net.size() - 5);
        nets.push_back(net);
    }
    return nets;
}

}  // namespace

Result<Proof> prove(const SourceSet& original, const SourceSet& woven, const std::string& top,
                    const std::filesystem::path& folder, Diagnostics& diagnostics) {
    const Result<std::string> gold = read_commands(original, top, diagnostics);
    const Result<std::string> gate = read_commands(woven, top, diagnostics);
    if (!gold || !gate) return failure;
    const Result<std::string> log =
        run_yosys(script_of(*gold, *gate, top), folder, "prove", diagnostics);
    if (!log) return failure;
    static const std::regex kFound(R"(Found (\d+) \$equiv cells in equiv)");
    static const std::regex kLeft(R"(Of those cells (\d+) are proven and (\d+) are unproven)");
    const std::size_t at = log->rfind("Executing EQUIV_STATUS");
    const std::string report = at == std::string::npos ? std::string() : log->substr(at);
    std::smatch found;
    std::smatch left;
    if (!std::regex_search(report, found, kFound) || !std::regex_search(report, left, kLeft)) {
        diagnostics.report(Code::proof_unfinished, {}, "Yosys gives no result");
        return failure;
    }
    if (found[1] == "0") {
        diagnostics.report(Code::proof_unfinished, {}, "there is nothing to compare");
        return failure;
    }
    Proof proof;
    proof.points = std::stoull(found[1]);
    proof.disturbed = unproven(report);
    if (proof.disturbed.empty() && left[2] != "0")
        proof.disturbed.emplace_back("nets without a name");
    return proof;
}

}  // namespace tapestry
