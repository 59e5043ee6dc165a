// SPDX-License-Identifier: Apache-2.0
#include "weave/synthesis/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "base/codes/synthesis.h"
#include "base/file.h"
#include "weave/synthesis/yosys.h"
#include "weave/text/build_inputs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Flattens one design to one module of logic and registers whose ports expose everything that the
// proof compares.
//  - Modules marked keep_hierarchy are flattened like all others.
//  - Nets driven by taps, hub and link, and the ports of the link, become unconstrained: the proof
//    holds for anything woven in, and is no larger than for the original.
//  - An instance without a body is removed: its inputs become outputs of the design, which are
//    compared, and its outputs become inputs, which are common to both.
//  - A memory with a name is treated alike: equal inputs and equal contents at the start give equal
//    outputs, whatever its size. Where that does not fit (taps read it too, so that it has more
//    ports), memories become registers.
//  - A tristate net has no model (tribuf): then nothing is claimed.
//  - Where the original is undefined, as beyond the end of an array, the woven design may do
//    anything.
//  - Registers sample their clocks (clk2fflogic), so that a wrong clock is noticed.
// Two things are not part of the logic and are compared as text: parameters of instances without a
// body and contents of memories (NAME.boxes), and initial values (NAME.inits), which induction does
// not cover.
enum class Memories { whole, registers };

std::string half(const std::string& commands, const std::string& top, const std::string& name,
                 bool woven, Memories memories) {
    // The ports of a memory are in the order of their names, which have line numbers in them.
    std::string script = commands + "rename -enumerate -pattern memory_port_% t:$memrd\n";
    if (woven) script += "cutpoint t:*tapestry_*\n";
    script +=
        "proc\nsetattr -mod -unset keep_hierarchy\nsetattr -unset keep_hierarchy\nflatten\n"
        "tribuf\nopt_expr -keepdc\nopt_clean\n";
    if (woven) script += fmt::format("delete -port {}/w:tapestry_*\n", top);
    const bool whole = memories == Memories::whole;
    script += fmt::format(
        "{2}select -set boxes {0}/c:* {0}/t:$* {0}/t:$paramod* %d %d{3}\n"
        "tee -q -o {1}.boxes dump @boxes\nexpose -evert @boxes\n",
        top, name, whole ? "memory_collect\n" : "",
        whole ? fmt::format(" {0}/t:$mem_v2 {0}/c:$* %d %u", top) : "");
    const std::string_view undefined = woven ? "setundef -undriven -anyseq\n" : "";
    script += fmt::format(
        "{2}opt_clean -purge\nmemory_map\nopt_expr -keepdc\n"
        "tee -q -o {1}.inits dump {0}/a:init\n"
        "clk2fflogic\ndffunmap\n{2}opt_clean -purge\n",
        top, name, undefined);
    return script + fmt::format("rename {} {}\ndesign -stash {}\n", top, name, name);
}

std::string script_of(const std::string& original, const std::string& woven, const std::string& top,
                      Memories memories) {
    return half(original, top, "gold", false, memories) + half(woven, top, "gate", true, memories) +
           "design -copy-from gold -as gold gold\ndesign -copy-from gate -as gate gate\n"
           "equiv_make gold gate equiv\nhierarchy -top equiv\nopt_clean\n"
           "equiv_simple -undef -seq 2\nequiv_induct -undef -seq 2\nequiv_status\n";
}

std::string plain(std::string net) {
    if (net.starts_with('\\')) net.erase(0, 1);
    return net;
}

// Lines such as "Unproven $equiv $auto$...: \out \out_gate".
std::vector<std::string> unproven_nets(const std::string& report) {
    static const std::regex kLine(R"(Unproven \$equiv [^\n]*?: (\S+)[^\n]*)");
    std::vector<std::string> nets;
    for (std::sregex_iterator it(report.begin(), report.end(), kLine), end; it != end; ++it) {
        std::string net = plain((*it)[1]);
        if (net.ends_with("_gold")) net.resize(net.size() - 5);
        if (nets.empty() || nets.back() != net) nets.push_back(net);  // bits of one net
    }
    return nets;
}

// The property of each name that is compared.
using Facts = std::map<std::string, std::string>;

// "attribute \init 4'0000", then the wire that has it.
Facts initial_values(const std::string& dump) {
    Facts facts;
    std::string value;
    std::istringstream lines(dump);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        std::string second;
        words >> first >> second;
        if (first == "attribute" && second == "\\init") words >> value;
        if (first != "wire") continue;
        if (!value.empty()) facts[plain(line.substr(line.rfind(' ') + 1))] = value;
        value.clear();
    }
    return facts;
}

// "cell \pad \u_pad", then "parameter \DRIVE 8" and its connections.
Facts boxes(const std::string& dump) {
    Facts facts;
    std::string cell;
    std::istringstream lines(dump);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string first;
        std::string type;
        words >> first;
        if (first == "cell" && words >> type >> cell) facts[plain(cell)] = type;
        if (first == "parameter" && !cell.empty()) facts[plain(cell)] += line;
    }
    return facts;
}

// Names whose facts differ, or that only one of the designs has. Objects without a name in the
// source are named by their line, which weaving moves, so they are skipped.
void compare(const Facts& original, const Facts& woven, std::vector<std::string>& disturbed) {
    auto is_ours = [](const std::string& name) {
        return name.starts_with('$') || name.find("tapestry_") != std::string::npos;
    };
    for (const auto& [name, fact] : original) {
        const auto there = woven.find(name);
        if (!is_ours(name) && (there == woven.end() || there->second != fact))
            disturbed.push_back(name);
    }
    for (const auto& [name, fact] : woven) {
        if (!is_ours(name) && !original.contains(name)) disturbed.push_back(name);
    }
}

struct Dumps {
    std::string boxes;
    std::string inits;
};

Result<Dumps> dumps_of(const fs::path& folder, const std::string& name, Diagnostics& diagnostics) {
    const Result<std::string> boxes = read_file(folder / (name + ".boxes"), diagnostics);
    const Result<std::string> inits = read_file(folder / (name + ".inits"), diagnostics);
    if (!boxes || !inits) return failure_of(boxes, inits);
    return Dumps{*boxes, *inits};
}

// Why the answer of Yosys is not conclusive; empty if it is.
std::string doubt(const std::string& log) {
    static const std::regex kMissing(
        R"(Warning: ([^\n]*(No SAT model|missing|not found|no driver|multiple conflicting|black ?box)[^\n]*))",
        std::regex::icase);
    std::smatch found;
    if (std::regex_search(log, found, kMissing)) return "Yosys warns: " + found[1].str();
    return {};
}

// Whether the ports of the designs differ, because an instance without a body was removed or added:
// "Can't match gold port `u_pad.d_gold' to a gate port."
std::string port_without_match(const Diagnostics& said) {
    static const std::regex kPort(R"(Can't match \w+ port `(.*)_(gold|gate)')");
    std::smatch found;
    for (const Diagnostic& d : said.all()) {
        if (std::regex_search(d.sentence, found, kPort)) return found[1];
    }
    return {};
}

// A cell that the prover has no model of: "No SAT model available for cell pad_gate ($tribuf)."
bool is_without_model(const Diagnostics& said) {
    return std::any_of(said.all().begin(), said.all().end(), [](const Diagnostic& d) {
        return d.sentence.find("No SAT model available") != std::string::npos;
    });
}

Result<Proof> fail(const std::string& why, Diagnostics& diagnostics) {
    return diagnostics.report(code::proof_unfinished, {}, why);
}

// What Yosys said, as a proof.
Result<Proof> proof_of(const Result<std::string>& log, const Diagnostics& said,
                       const fs::path& folder, Diagnostics& diagnostics) {
    if (is_without_model(said)) return fail("Yosys has no model of a cell in it", diagnostics);
    for (const Diagnostic& d : said.all()) diagnostics.add(d);
    if (!log) return log.failure();
    static const std::regex kFound(R"(Found (\d+) \$equiv cells in equiv)");
    static const std::regex kLeft(R"(Of those cells (\d+) are proven and (\d+) are unproven)");
    const std::size_t at = log->rfind("Executing EQUIV_STATUS");
    const std::string report = at == std::string::npos ? std::string() : log->substr(at);
    std::smatch found;
    std::smatch left;
    if (!std::regex_search(report, found, kFound) || !std::regex_search(report, left, kLeft))
        return fail("Yosys gives no result", diagnostics);
    if (found[1] == "0") return fail("there is nothing to compare", diagnostics);
    const Result<Dumps> was = dumps_of(folder, "gold", diagnostics);
    const Result<Dumps> is = dumps_of(folder, "gate", diagnostics);
    if (!was || !is) return failure_of(was, is);
    Proof proof;
    proof.points = std::stoull(found[1]);
    proof.unproven = unproven_nets(report);
    if (proof.unproven.empty() && left[2] != "0")
        proof.unproven.emplace_back("nets without a name");
    compare(boxes(was->boxes), boxes(is->boxes), proof.disturbed);
    compare(initial_values(was->inits), initial_values(is->inits), proof.disturbed);
    if (const std::string why = doubt(*log); proof.proved() && !why.empty())
        return fail(why, diagnostics);
    return proof;
}

}  // namespace

Result<Proof> prove(const SourceSet& original, const SourceSet& woven, const std::string& top,
                    const fs::path& folder, Diagnostics& diagnostics) {
    const Result<std::string> gold = read_commands(original, top, diagnostics);
    const Result<std::string> gate = read_commands(woven, top, diagnostics);
    if (!gold || !gate) return failure_of(gold, gate);
    copy_data_files(build_inputs(original), folder);
    Diagnostics said;
    Result<std::string> log =
        run_yosys(script_of(*gold, *gate, top, Memories::whole), folder, "prove", said);
    if (!log) {
        said = Diagnostics();
        log = run_yosys(script_of(*gold, *gate, top, Memories::registers), folder, "prove", said);
    }
    if (const std::string port = port_without_match(said); !port.empty())
        return Proof{1, {port}, {}};
    return proof_of(log, said, folder, diagnostics);
}

}  // namespace tapestry
