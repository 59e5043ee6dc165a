// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/codes/files.h"
#include "base/output_folder.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "cli/more/lean_options.h"
#include "jobs/board/tap_prices.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/stages.h"
#include "weave/sources/tool_files.h"
#include "weave/synthesis/cost.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct WeaveArguments {
    ProjectOptions project;
    LinkOptions link;
    LeanOptions measure;
    std::string budget;
    std::string family = "xc7";
    std::string tool;  // for which files are written
    std::string out = "out";
    bool json = false;
    bool diff = false;
    bool passes = false;
};

std::vector<std::uint32_t> powers_of_two(int first, int last) {
    std::vector<std::uint32_t> powers;
    for (int i = first; i <= last; ++i) powers.push_back(std::uint32_t{1} << i);
    return powers;
}

std::string next_step(const std::string& link) {
    if (link == "sim")
        return "simulate that list with your testbench, then: tapestry import reading "
               "tapestry.reading";
    const char* device = link.starts_with("jtag-") ? "openocd:localhost:6666" : "FILE";
    return fmt::format(
        "build that list for your FPGA, then: tapestry import reading --link {} --device {}", link,
        device);
}

// What is woven: the plan, or those of the passes that each keep the budget.
Result<std::vector<TapPlan>> plans_of(const WeaveArguments& options, const Project& project,
                                      const Scratch& scratch, const Scanned& scanned,
                                      Progress& progress, Diagnostics& diagnostics) {
    if (options.budget.empty()) return std::vector{scanned.plan};
    if (options.link.link == "sim") {
        return diagnostics.report(code::command_line_refused, {},
                                  "--budget is for a built FPGA: name its link with --link",
                                  "weave ");
    }
    const Result<Budget> budget = budget_of(options.budget, diagnostics);
    if (!budget) return budget.failure();
    return fit_budget(scanned, project, options.link, *budget, options.passes, options.family,
                      scratch.path(), progress, diagnostics);
}

// The woven design, and what a synthesis tool needs to build it.
Result<WovenDesign> woven_for(const WeaveArguments& options, const Project& project,
                              const Scanned& scanned, const fs::path& folder,
                              Diagnostics& diagnostics) {
    Result<WovenDesign> woven = weave_into(scanned, project, options.link, folder, diagnostics);
    if (!woven || options.tool.empty()) return woven;
    if (const auto written = write_tool_files(options.tool, woven->sources, woven->map,
                                              scanned.design, folder, diagnostics);
        !written)
        return written.failure();
    return woven;
}

// What each chain of lean taps obeys, so that no count is lost.
std::string laws_of(const TapMap& map) {
    std::string text;
    for (const LinkClock& clock : map.link.clocks) {
        const ChainMap& chain = clock.chain;
        if (chain.tables == 0) continue;
        const std::string& name = map.clocks[static_cast<std::size_t>(clock.clock)].name;
        text += fmt::format(
            "chain on {}: {} tables of up to {} entries, each read every {} edges, fewer than the "
            "{} that {} bits can count\n",
            name, chain.tables, 1U << chain.entry_width, chain.edges_between_reads(),
            std::uint64_t{1} << chain.low, chain.low);
    }
    return text;
}

// What names the files: a list for any tool, or the script of one.
std::string list_of(const WeaveArguments& options) {
    return options.tool.empty()      ? "woven.f"
           : options.tool == "yosys" ? "tapestry.ys"
                                     : "tapestry.tcl";
}

void print_woven(const WeaveArguments& options, const WovenDesign& woven, const fs::path& folder) {
    if (options.diff) {
        to_output(woven.diff);
        return;
    }
    fmt::print("{} taps woven into {}\nfile list: {}\n{}Next: {} --map {}\n", woven.map.taps.size(),
               folder.string(), (folder / list_of(options)).string(), laws_of(woven.map),
               next_step(options.link.link), (folder / "taps.json").string());
}

Json woven_json(const WovenDesign& woven, const fs::path& folder) {
    return {{"folder", folder.string()},
            {"file_list", (folder / "woven.f").string()},
            {"tap_map", (folder / "taps.json").string()},
            {"taps", woven.map.taps.size()}};
}

// Nobody can ask a buffer in memory for a frame: its hub has to cut by itself.
WeaveArguments completed(WeaveArguments options) {
    constexpr std::uint32_t kDramPeriod = 20;
    apply(options.measure, options.link);
    if (options.link.link == "dram" && options.link.period_log2 == 0)
        options.link.period_log2 = kDramPeriod;
    return options;
}

int weave_command(const WeaveArguments& asked, Diagnostics& diagnostics) {
    const WeaveArguments options = completed(asked);
    if (!options.tool.empty() && options.link.link == "sim") {
        diagnostics.report(code::command_line_refused, {},
                           "--for is for a built FPGA: name its link with --link", "weave ");
        return kBadInput;
    }
    Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    Result<std::vector<TapPlan>> plans =
        plans_of(options, *project, scratch, *scanned, progress, diagnostics);
    if (!plans) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.out, diagnostics);
    if (!out) return kBadInput;
    std::vector<std::pair<WovenDesign, fs::path>> all;
    for (std::size_t i = 0; i < plans->size(); ++i) {
        const fs::path pass = options.passes ? fmt::format("passes/{}", i + 1) : "";
        const fs::path folder = out->work() / pass / "woven";
        scanned->plan = std::move((*plans)[i]);
        Result<WovenDesign> woven = woven_for(options, *project, *scanned, folder, diagnostics);
        if (!woven) return kBadInput;
        all.emplace_back(std::move(*woven), out->path() / pass / "woven");
    }
    progress.clear();
    if (!out->publish(diagnostics)) return kBadInput;
    if (!options.json) {
        for (const auto& [woven, folder] : all) print_woven(options, woven, folder);
        return kFine;
    }
    Json passes = Json::array();
    for (const auto& [woven, folder] : all) passes.push_back(woven_json(woven, folder));
    fmt::print("{}\n", (options.passes ? Json{{"passes", passes}} : passes[0]).dump(2));
    return kFine;
}

}  // namespace

Action declare_weave(OptionList& app) {
    auto o = std::make_shared<WeaveArguments>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_option("-o,--out", o->out, "Output folder")->type_name("DIR")->capture_default_str();
    app.add_option("--link", o->link.link,
                   "How readings leave: sim, or pins or the test port of a built FPGA")
        ->check(one_of({"sim", "uart", "axil", "axis", "inband", "dram", "jtag-xilinx",
                        "jtag-intel", "jtag-ecp5", "jtag-pins"}))
        ->capture_default_str();
    app.add_option("--hub-clock", o->link.clock,
                   "Clock of hub and link, such as that of the bus they are on (default: the one "
                   "with the most taps)")
        ->type_name("NAME");
    app.add_option("--divisor", o->link.uart_divisor, "uart: clock cycles of a bit")
        ->check(within(2, 65535))
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--counter-width", o->link.counter_width,
                   "Bits of a counter on the ring; a frame must be shorter than it can count")
        ->check(within(8, 64))
        ->type_name("BITS")
        ->capture_default_str();
    add_lean_options(app, o->measure);
    app.add_flag("--block-ram", o->link.block_ram,
                 "Tables of the taps in block RAM, for FPGAs without distributed RAM (ice40)");
    app.add_option(
           "--period-log2", o->link.period_log2,
           "The hub cuts a frame every 2^N cycles by itself (default: 20 for dram, else 0: when "
           "asked)")
        ->check(one_of_numbers({0,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
                                20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}))
        ->type_name("N");
    app.add_option("--dram-base", o->link.dram_base, "dram: address of the buffer")
        ->type_name("ADDRESS");
    app.add_option("--dram-size", o->link.dram_size, "dram: bytes of the buffer, a power of two")
        ->check(one_of_numbers(powers_of_two(12, 31)))
        ->type_name("BYTES")
        ->capture_default_str();
    app.add_option("--stream", o->link.stream,
                   "inband: the output stream of the top that carries the reports, by the stem of "
                   "its port names")
        ->type_name("NAME");
    Option* budget = app.add_option("--budget", o->budget,
                                    "Leave out the least useful taps until the rest fits, such as "
                                    "lut=2%,ff=2%,bram=4");
    budget->type_name("LIMITS");
    app.add_flag("--passes", o->passes,
                 "Weave all taps, as many designs as the budget needs, into passes/1, passes/2 …; "
                 "'tapestry import reading' makes one run of their readings")
        ->needs(budget);
    app.add_option("--family", o->family, "FPGA family of the budget")
        ->check(one_of(cost_families()))
        ->capture_default_str();
    app.add_option("--for", o->tool,
                   "Write a script and constraints for this tool, and copy all that the design "
                   "reads, so that the folder can be built anywhere")
        ->check(one_of(synthesis_tools()));
    app.add_flag("--diff", o->diff, "Print what weaving changes");
    return [o](Diagnostics& diagnostics) { return weave_command(*o, diagnostics); };
}

}  // namespace tapestry
