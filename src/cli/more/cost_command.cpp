// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "cli/more/lean_options.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/stages.h"
#include "weave/ring/chain_plan.h"
#include "weave/synthesis/cost.h"
#include "weave/text/tap_text.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct CostArguments {
    CostArguments() { link.link = "uart"; }

    ProjectOptions project;
    LinkOptions link;
    LeanOptions measure;
    std::vector<std::string> families = {"xc7"};
    bool by_tap = false;
    bool clock = false;
    bool json = false;
};

struct FamilyCost {
    std::string family;
    Area original;
    Area woven;
    std::optional<double> original_mhz;
    std::optional<double> woven_mhz;
};

struct TapCost {
    std::string path;
    std::string kind;
    Area area;
};

Json area_json(const Area& area) {
    return {{"lut", area.lut}, {"ff", area.ff}, {"bram", area.bram}};
}

Result<FamilyCost> family_cost(const std::string& family, const Project& project,
                               const WovenDesign& woven, bool clock, const fs::path& folder,
                               Diagnostics& diagnostics) {
    const Result<Area> original =
        area_of(project.sources, project.top, family, folder, "original", diagnostics);
    const Result<Area> with =
        area_of(woven.sources, project.top, family, folder, "woven", diagnostics);
    if (!original || !with) return failure_of(original, with);
    FamilyCost cost{family, *original, *with, {}, {}};
    if (!clock || family != "ice40") return cost;
    cost.original_mhz = ice40_clock(folder, "original", diagnostics);
    cost.woven_mhz = ice40_clock(folder, "woven", diagnostics);
    return cost;
}

// A module with that tap alone, as it is woven.
std::string lone_text_of(const TapSite& site, const TapMap& map, const LinkOptions& link,
                         const std::string& module) {
    if (!is_lean(site, link))
        return lone_node_text(site, {"", "", link.counter_width, link.block_ram}, module);
    ChainForm form;
    form.block_ram = link.block_ram;
    for (const LinkClock& clock : map.link.clocks) {
        if (clock.chain.tables == 0) continue;
        form.entry_width = clock.chain.entry_width;
        form.low = clock.chain.low;
    }
    return lone_lean_text(site, form, module);
}

// The area of each tap alone: the same text costs the same, so that each is synthesized once.
Result<std::vector<TapCost>> tap_costs(const TapPlan& plan, const WovenDesign& woven,
                                       const CostArguments& options, const fs::path& folder,
                                       Diagnostics& diagnostics) {
    constexpr const char* kModule = "tapestry_lone";
    SourceSet sources;
    for (const std::string& f : woven.sources.files) {
        if (f.find("/taps/") != std::string::npos) sources.files.push_back(f);
    }
    const fs::path file = folder / "tapestry_lone.v";
    sources.files.push_back(file.string());
    std::map<std::string, Area> of_text;
    std::map<std::pair<std::string, std::string>, Area> areas;
    const TapPlan sized = with_full_tables(plan, options.link);
    for (const TapSite& site : sized.sites) {
        const std::string text = lone_text_of(site, woven.map, options.link, kModule);
        if (!of_text.contains(text)) {
            if (const auto written = write_file(file, text, diagnostics); !written)
                return written.failure();
            const Result<Area> area =
                area_of(sources, kModule, options.families.front(), folder, kModule, diagnostics);
            if (!area) return area.failure();
            of_text[text] = *area;
        }
        areas[{site.module, site.instance_name}] = of_text[text];
    }
    std::vector<TapCost> costs;
    for (const Tap& tap : woven.map.taps)
        costs.push_back({tap.path, std::string(to_word(tap.kind())),
                         areas[{tap.module, tap.instance.substr(tap.instance.rfind('.') + 1)}]});
    return costs;
}

std::string added(std::uint64_t before, std::uint64_t after) {
    const double percent =
        before == 0 ? 0
                    : 100.0 * (static_cast<double>(after) - static_cast<double>(before)) /
                          static_cast<double>(before);
    return fmt::format("{:>8} {:>8} {:>+8.1f}%", before, after, percent);
}

void print_text(const std::vector<FamilyCost>& costs, const std::vector<TapCost>& taps) {
    fmt::print("{:<10} {:<5} {:>8} {:>8} {:>9}\n", "family", "", "original", "woven", "");
    for (const FamilyCost& c : costs) {
        fmt::print("{:<10} LUT   {}\n", c.family, added(c.original.lut, c.woven.lut));
        fmt::print("{:<10} FF    {}\n", "", added(c.original.ff, c.woven.ff));
        fmt::print("{:<10} BRAM  {:>8} {:>8}\n", "", c.original.bram, c.woven.bram);
        if (c.original_mhz && c.woven_mhz)
            fmt::print("{:<10} MHz   {:>8.1f} {:>8.1f} {:>+8.1f}%  (nextpnr, HX8K, one seed)\n", "",
                       *c.original_mhz, *c.woven_mhz,
                       100 * (*c.woven_mhz - *c.original_mhz) / *c.original_mhz);
    }
    if (taps.empty()) return;
    fmt::print("\n{:<8} {:>6} {:>6} {:>5}  tap, alone on {}\n", "kind", "LUT", "FF", "BRAM",
               costs.front().family);
    for (const TapCost& t : taps)
        fmt::print("{:<8} {:>6} {:>6} {:>5}  {}\n", t.kind, t.area.lut, t.area.ff, t.area.bram,
                   t.path);
}

void print_costs(const std::vector<FamilyCost>& costs, const std::vector<TapCost>& taps) {
    Json families = Json::array();
    for (const FamilyCost& c : costs) {
        families.push_back({{"family", c.family},
                            {"original", area_json(c.original)},
                            {"woven", area_json(c.woven)}});
        if (c.original_mhz) families.back()["original_mhz"] = *c.original_mhz;
        if (c.woven_mhz) families.back()["woven_mhz"] = *c.woven_mhz;
    }
    Json list = Json::array();
    for (const TapCost& t : taps)
        list.push_back({{"path", t.path}, {"kind", t.kind}, {"area", area_json(t.area)}});
    fmt::print("{}\n", Json{{"families", families}, {"taps", list}}.dump(2));
}

int cost_command(CostArguments options, Diagnostics& diagnostics) {
    apply(options.measure, options.link);
    Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    const Result<WovenDesign> woven =
        weave_into(*scanned, *project, options.link, scratch.path() / "cost", diagnostics);
    if (!woven) return kBadInput;
    std::vector<FamilyCost> costs;
    for (const std::string& family : options.families) {
        progress.show("synthesizing for " + family);
        Result<FamilyCost> cost =
            family_cost(family, *project, *woven, options.clock, scratch.path(), diagnostics);
        if (!cost) return kBadInput;
        costs.push_back(std::move(*cost));
    }
    std::vector<TapCost> taps;
    if (options.by_tap) {
        progress.show("synthesizing each tap alone");
        Result<std::vector<TapCost>> each =
            tap_costs(scanned->plan, *woven, options, scratch.path(), diagnostics);
        if (!each) return kBadInput;
        taps = std::move(*each);
    }
    progress.clear();
    if (options.json)
        print_costs(costs, taps);
    else
        print_text(costs, taps);
    return kFine;
}

}  // namespace

Action declare_cost(OptionList& app) {
    auto o = std::make_shared<CostArguments>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_option("--link", o->link.link, "Link to weave for")
        ->check(one_of({"uart", "axil", "axis", "inband", "dram", "jtag-xilinx", "jtag-intel",
                        "jtag-ecp5", "jtag-pins"}))
        ->capture_default_str();
    app.add_option("--family", o->families, "FPGA families")
        ->check(one_of(cost_families()))
        ->capture_default_str();
    app.add_flag("--by-tap", o->by_tap, "Price each tap alone too, on the first family");
    app.add_flag("--clock", o->clock, "ice40: the clock after place and route");
    add_lean_options(app, o->measure);
    app.add_flag("--block-ram", o->link.block_ram, "Tables of the taps in block RAM");
    app.add_option("--stream", o->link.stream, "inband: the stream that carries the reports")
        ->type_name("NAME");
    app.add_option("--counter-width", o->link.counter_width, "Bits of a counter")
        ->check(within(8, 64))
        ->capture_default_str()
        ->type_name("BITS");
    return [o](Diagnostics& diagnostics) { return cost_command(*o, diagnostics); };
}

}  // namespace tapestry
