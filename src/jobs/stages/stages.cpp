// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "base/codes/files.h"
#include "base/codes/plan.h"
#include "base/codes/readings.h"
#include "base/codes/simulation.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/plain_names.h"
#include "base/printable.h"
#include "find/detect/detect.h"
#include "find/machines/state_traces.h"
#include "find/streams/channel_traces.h"
#include "jobs/stages/analysed.h"
#include "jobs/stages/version.h"
#include "model/verdict_words.h"
#include "read/facts/apply_facts.h"
#include "read/facts/locators.h"
#include "read/facts/state_pragmas.h"
#include "read/pragma/apply_pragmas.h"
#include "read/pragma/blame_pragmas.h"
#include "read/pragma/pragma_sites.h"
#include "read/pragma/pragma_states.h"
#include "read/pragma/report_states.h"
#include "read/project/find_top.h"
#include "read/verilog/elaborate.h"
#include "run/reading/match.h"
#include "run/reading/merge_passes.h"
#include "run/reading/parse_reading.h"
#include "run/simulators/reported_error.h"
#include "show/store/write_run.h"
#include "weave/plan/plan.h"
#include "weave/sources/weave.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

// `\g[0].state `, as Verilog wants it written, is g[0].state in facts; further marks are part of
// the name.
std::string without_escapes(const std::string& name) {
    std::string out;
    bool is_escaped = false;
    for (const char c : name) {
        const bool begins = c == '\\' && !is_escaped;
        if (!begins && c != ' ') out += c;
        is_escaped = begins || (is_escaped && c != ' ');
    }
    return out;
}

NameSource names_of(const Elaborated& elaborated, const std::vector<SourceFacts>& facts) {
    NameSource names;
    names.name_at = [&elaborated](const SourcePlace& place) {
        return place.file == kNone
                   ? std::string()
                   : elaborated.source_text.name_at(elaborated.design.files[place.file], place);
    };
    names.state_name = [&facts](const std::string& module, const std::string& signal,
                                const Constant& code) {
        for (const SourceFacts& known : facts) {
            const SourceFact* fact =
                known.of_state(module, without_escapes(signal), code.decimal());
            if (fact && !fact->name.empty()) return fact->name;
        }
        return std::string();
    };
    return names;
}

Result<std::vector<SourceFacts>> read_facts(const std::vector<std::string>& files,
                                            Diagnostics& diagnostics) {
    std::vector<SourceFacts> all;
    for (const std::string& file : files) {
        const Result<std::string> text = read_file(file, diagnostics);
        if (!text) return text.failure();
        Result<SourceFacts> facts = source_facts_from_json(*text, file, diagnostics);
        if (!facts) return facts.failure();
        all.push_back(std::move(*facts));
    }
    return all;
}

void restore_sources(const PlainNames& names, SourceFacts& facts) {
    const auto restore = [&](SourceFact& fact) { fact.source = names.restored(fact.source); };
    for (auto& [module, known] : facts.modules) {
        restore(known.fact);
        for (auto& [signal, of_signal] : known.signals) {
            restore(of_signal.fact);
            for (auto& [code, state] : of_signal.states) restore(state);
        }
    }
    for (auto& [path, fact] : facts.instances) restore(fact);
    for (auto& [place, fact] : facts.places) restore(fact);
}

// Translates the VHDL, whose texts with pragmas are written to files of ours: all that is said of
// those is said of the user's.
Result<std::shared_ptr<VhdlDesign>> translate_texts(Project& project, const fs::path& scratch,
                                                    Progress& progress, Diagnostics& diagnostics) {
    PlainNames names(scratch);
    StandIns stand_ins, further;
    std::vector<std::string*> files;
    for (std::string& file : project.sources.files) files.push_back(&file);
    for (auto& [library, file] : project.vhdl.libraries) files.push_back(&file);
    for (std::string* const file : files) {
        const auto text = project.sources.texts.find(*file);
        if (text == project.sources.texts.end() || !is_vhdl(*file)) continue;
        const fs::path copy = scratch / fmt::format("text_{}.vhd", project.sources.texts.size());
        if (const auto written = write_file(copy, text->second, diagnostics); !written)
            return written.failure();
        names.stand_in(*file, copy.string());
        stand_ins[copy.string()] = *file;
        project.sources.texts.erase(text);
        *file = copy.string();
    }
    Diagnostics said;
    auto translated = translate_vhdl(project, scratch, progress, further, said);
    PlainNames copies(scratch);  // of those
    for (const auto& [ours, file] : further) copies.stand_in(file, ours);
    for (Diagnostic d : said.all()) {
        d.place.file = names.restored(copies.restored(d.place.file));
        d.sentence = names.restored(copies.restored(d.sentence));
        diagnostics.add(d);
    }
    if (!translated) return translated.failure();
    restore_sources(copies, (*translated)->translation.facts);
    restore_sources(names, (*translated)->translation.facts);
    (*translated)->stand_ins = std::move(stand_ins);
    return translated;
}

std::string how_it_ended(const Simulation& simulation) {
    if (simulation.stopped) return "was stopped by $stop";
    return simulation.exit.good() ? "finished" : simulation.exit.to_text();
}

// Elaborates, detects and plans, once everything is Verilog. What is said is said of that text.
Result<Scanned> scan_verilog(const Project& project, const std::vector<SourceFacts>& facts,
                             const std::vector<PragmaBlock>& pragmas,
                             const std::shared_ptr<VhdlDesign>& vhdl, const fs::path& scratch,
                             Progress& progress, Diagnostics& diagnostics) {
    progress.show("elaborating the design");
    ElaborateOptions options;
    options.top = project.top;
    options.scratch = scratch;
    options.verilator = project.verilator;
    const bool cpp =
        std::any_of(project.testbench_files.begin(), project.testbench_files.end(), is_cpp);
    if (!cpp && !has_vhdl_testbench(project) && project.testbench_top != "") {
        options.testbench_files = project.testbench_files;
        options.testbench_top = project.testbench_top;
    }
    Diagnostics said;
    Result<Elaborated> elaborated = elaborate(project.sources, options, said);
    blame_pragmas(pragmas, said, diagnostics);
    if (!elaborated) return elaborated.failure();
    progress.show("looking for what can be measured");
    const std::vector<PragmaSite> sites = take_pragma_sites(elaborated->design, pragmas);
    Result<Findings> findings =
        detect(elaborated->design, names_of(*elaborated, facts), project.taps, diagnostics, sites);
    if (!findings) return findings.failure();
    if (project.trace) add_state_traces(elaborated->design, *findings, diagnostics);
    if (project.record) add_channel_traces(*findings);
    PlanOptions plan_options;
    plan_options.top_instances = elaborated->top_instances;
    TapPlan plan = make_plan(elaborated->design, *findings, project, plan_options, diagnostics);
    apply_pragmas(sites, plan);
    // Comments stand in the text that is measured: they are read before facts lead away from it.
    apply_facts(facts_of_comments(plan.map), plan.map, diagnostics);
    for (const SourceFacts& known : facts) apply_facts(known, plan.map, diagnostics);
    if (vhdl) lead_back(*vhdl, plan.map);
    follow_locators(plan.map);
    return Scanned{std::move(elaborated->design), std::move(*findings), std::move(plan), vhdl,
                   elaborated->open_loop};
}

// Most simulators look for an included file beside the file that includes it, Verilator does not.
// Adds the folders of the sources to those that are searched; false if they are searched already.
bool search_beside_sources(SourceSet& sources) {
    const std::size_t before = sources.include_folders.size();
    for (const std::string& file : sources.files) {
        const fs::path parent = fs::path(file).parent_path();
        const std::string folder = parent.empty() ? "." : parent.string();
        const auto& known = sources.include_folders;
        if (std::find(known.begin(), known.end(), folder) == known.end())
            sources.include_folders.push_back(folder);
    }
    return sources.include_folders.size() > before;
}

bool lacks_include(const Diagnostics& said) {
    return std::any_of(said.all().begin(), said.all().end(), [](const Diagnostic& d) {
        return d.sentence.find("Cannot find include file") != std::string::npos;
    });
}

// Verilog of before SystemVerilog may name something by one of its later words: `do`, `bit`,
// `rand`. Lets the files of that ending in which the text was not understood keep the words of
// their time; false if there is none that does not already. The form feed becomes the end of the
// line where it is written, so that lines keep their numbers.
bool keep_old_words(SourceSet& sources, const Diagnostics& said) {
    const std::string begin = "`begin_keywords \"1364-2005\"\f";
    bool any = false;
    for (const Diagnostic& d : said.all()) {
        const std::string& file = d.place.file;
        const bool misread = d.sentence.find("syntax error") != std::string::npos ||
                             d.sentence.find("SystemVerilog keyword") != std::string::npos;
        if (!misread || !file.ends_with(".v")) continue;
        if (std::find(sources.files.begin(), sources.files.end(), file) == sources.files.end())
            continue;
        Diagnostics unread;  // it was read before
        const auto known = sources.texts.find(file);
        const std::string text =
            known != sources.texts.end() ? known->second : read_file(file, unread).value_or("");
        if (text.starts_with(begin)) continue;
        sources.texts[file] = begin + text + "\n`end_keywords\n";
        any = true;
    }
    return any;
}

}  // namespace

Result<Scanned> scan(Project& project, const fs::path& scratch, Progress& progress,
                     Diagnostics& diagnostics) {
    if (project.top.empty()) {
        const auto& files = project.sources.files;
        const bool vhdl = !files.empty() && std::all_of(files.begin(), files.end(), is_vhdl);
        Result<std::string> top = vhdl ? find_vhdl_top(project, diagnostics)
                                       : find_top(files, project.testbench_files, diagnostics);
        if (!top) return top.failure();
        project.top = std::move(*top);
    }
    Result<std::vector<SourceFacts>> facts = read_facts(project.facts_files, diagnostics);
    if (!facts) return facts.failure();
    const Result<std::vector<PragmaBlock>> pragmas =
        add_pragma_states(project.sources, project.vhdl, diagnostics);
    if (!pragmas) return pragmas.failure();
    std::shared_ptr<VhdlDesign> vhdl;
    if (has_vhdl(project)) {
        Diagnostics said;
        const auto translated = translate_texts(project, scratch, progress, said);
        blame_pragmas(*pragmas, said, diagnostics);
        if (!translated) return translated.failure();
        vhdl = *translated;
        facts->push_back(vhdl->translation.facts);
    }
    Diagnostics said;
    auto scanned = scan_verilog(project, *facts, *pragmas, vhdl, scratch, progress, said);
    const std::vector<std::string> folders = project.sources.include_folders;
    if (!scanned && lacks_include(said) && search_beside_sources(project.sources)) {
        Diagnostics again;
        auto found = scan_verilog(project, *facts, *pragmas, vhdl, scratch, progress, again);
        if (found || !lacks_include(again)) {
            scanned = std::move(found);
            said = std::move(again);
        } else {
            project.sources.include_folders = folders;
        }
    }
    const std::map<std::string, std::string> texts = project.sources.texts;
    for (Diagnostics again = said; !scanned && keep_old_words(project.sources, again);) {
        again = {};
        scanned = scan_verilog(project, *facts, *pragmas, vhdl, scratch, progress, again);
        if (scanned) said = std::move(again);
    }
    if (!scanned) project.sources.texts = texts;
    for (Diagnostic d : said.all()) {
        if (vhdl) d.place = author_place(*vhdl, d.place);
        diagnostics.add(d);
    }
    return scanned;
}

Result<WovenDesign> weave_into(const Scanned& scanned, const Project& project,
                               const LinkOptions& link, const fs::path& folder,
                               Diagnostics& diagnostics) {
    if (scanned.plan.sites.empty()) {
        return diagnostics.report(code::nothing_to_measure, {}, scanned.plan.map.top);
    }
    const Result<Woven> woven = weave(scanned.plan, project.sources, link, diagnostics);
    if (!woven) return woven.failure();
    if (woven->map.taps.empty()) {
        return diagnostics.report(code::nothing_to_measure, {}, woven->map.top);
    }
    Result<SourceSet> sources = write_woven(*woven, project.sources, folder, diagnostics);
    if (!sources) return sources.failure();
    WovenDesign made{std::move(*sources), woven->map, diff_of(*woven), {}};
    for (const WovenFile& file : woven->files)
        made.twins[absolute_path(file.original)] = absolute_path(folder / file.relative);
    return made;
}

SimulateOptions simulate_options_of(const Project& project) {
    SimulateOptions options;
    options.simulator = project.simulator;
    options.verilator = project.verilator;
    options.top = project.top;
    options.testbench_files = project.testbench_files;
    options.testbench_top = project.testbench_top;
    options.flags = project.simulator_flags;
    return options;
}

void add_reported_error(const fs::path& log, RunFacts& facts) {
    Diagnostics ignored;
    const std::string said = reported_error(read_file(log, ignored).value_or(""));
    if (!said.empty()) facts.facts.emplace_back("testbench_error", said);
}

namespace {

Result<TapMap> load_map(const fs::path& path, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(path, diagnostics);
    if (!text) return text.failure();
    return tap_map_from_json(*text, path.string(), diagnostics);
}

// A run that broke off before it began leaves such records or none, as its simulator happens to
// order things.
bool tells_of_no_edge(const fs::path& reading) {
    constexpr std::string_view kEdges = " edges ";
    std::ifstream in(reading);
    bool any = false;
    for (std::string line; std::getline(in, line);) {
        const std::size_t at = line.find(kEdges);
        if (at == line.npos) continue;
        any = true;
        if (!line.substr(at + kEdges.size()).starts_with("0 ")) return false;
    }
    return any;
}

}  // namespace

namespace {

// One line for each source: its digest and its name.
std::string source_digests(const SourceSet& sources) {
    std::string lines;
    for (const auto* files : {&sources.files, &sources.library_files}) {
        for (const std::string& file : *files) {
            Diagnostics ignored;
            if (const Result<std::string> text = read_file(file, ignored))
                lines += digest_of(*text) + " " + file + "\n";
        }
    }
    return lines;
}

SimulateOptions options_of_run(const Project& project, const RunOptions& options,
                               const RunFolders& place, Progress& progress) {
    SimulateOptions simulation = simulate_options_of(project);
    simulation.design_files = project.sources.files;
    simulation.plusargs = project.plusargs;
    simulation.folder = place.work / "build";
    simulation.tap_folder = place.woven / "taps";
    simulation.reading = place.work / "tapestry.reading";
    simulation.frame = options.frame;
    simulation.cores = options.cores;
    simulation.links = place.links;
    simulation.timeout = options.timeout;
    simulation.build_timeout = options.build_timeout;
    simulation.on_progress = [&](const std::string& what, std::uint64_t cycles) {
        progress.show(what, cycles);
    };
    return simulation;
}

RunFacts facts_of_run(const Project& project, const RunOptions& options, const Simulation& done) {
    RunFacts facts;
    facts.partial =
        !done.exit.good() && !(options.any_status && done.exit.how == Exit::How::exited);
    facts.facts = {{"design", project.top},
                   {"top", project.top},
                   {"testbench", project.testbench_files.empty() ? project.testbench_top
                                                                 : project.testbench_files.front()},
                   {"simulator", project.simulator},
                   {"simulator_version", done.simulator_version},
                   {"tapestry_version", kVersion},
                   {"build_seconds", fmt::format("{:.3f}", done.build_seconds)},
                   {"wall_seconds", fmt::format("{:.3f}", done.exit.seconds)},
                   {"ended", how_it_ended(done)},
                   {"exit_status", fmt::format("{}", done.exit.status)}};
    if (done.processor_seconds)
        facts.facts.emplace_back("processor_seconds",
                                 fmt::format("{:.3f}", *done.processor_seconds));
    if (!done.error.empty()) facts.facts.emplace_back("testbench_error", done.error);
    return facts;
}

// Whether the run has counted anything.
Result<Done> has_counted(const Simulation& done, const RunFacts& facts, const fs::path& reading,
                         const fs::path& log, const RunFolders& place, Diagnostics& diagnostics) {
    std::error_code ignored;
    const bool is_there = fs::exists(reading, ignored);
    Diagnostics unread;
    const std::string printed = read_file(log, unread).value_or("");
    if ((facts.partial || !is_there) && is_disk_full({place.work}, printed)) {
        return diagnostics.report(code::file_unwritable, {}, place.shown.string(), kDiskFull);
    }
    if (is_there && !(facts.partial && tells_of_no_edge(reading))) return Done{};
    if (diagnostics.has_error()) return diagnostics.failure();  // the simulator has said why
    const std::string said = last_line(printed);
    return diagnostics.report(code::no_clock_edge, {}, how_it_ended(done),
                              said.empty() ? "nothing" : "'" + printable(said) + "'");
}

// Of a design that is not woven: what it turns out to hold replaces this. `report live` reads it
// while the simulation runs.
Result<Done> keep_map(const TapMap& map, const RunFolders& place, Diagnostics& diagnostics) {
    if (const auto made = make_folder(place.woven, diagnostics); !made) return made.failure();
    return write_file(place.woven / "taps.json", to_json(map), diagnostics);
}

Result<RunFacts> run_simulated(const SourceSet& sources, const SimulateOptions& simulation,
                               const Project& project, const RunOptions& options,
                               const RunFolders& place, Progress& progress,
                               Diagnostics& diagnostics) {
    const std::string digests = source_digests(project.sources);
    if (simulation.vhdl && simulation.map)
        if (const auto kept = keep_map(*simulation.map, place, diagnostics); !kept)
            return kept.failure();
    const Result<Simulation> done = simulate(sources, simulation, diagnostics);
    progress.clear();
    if (!done) return done.failure();
    const fs::path log = place.work / "simulation.log";
    std::error_code ignored;
    fs::rename(done->log, log, ignored);
    RunFacts facts = facts_of_run(project, options, *done);
    if (!simulation.vhdl) facts.facts.emplace_back("source_digests", digests);
    if (done->error.empty()) add_reported_error(log, facts);
    for (const Diagnostic& d : done->said.all()) diagnostics.add(d);
    if (const auto counted = has_counted(*done, facts, simulation.reading, log, place, diagnostics);
        !counted)
        return counted.failure();
    if (facts.partial)
        diagnostics.report(code::simulation_failed, {}, how_it_ended(*done),
                           (place.shown / "simulation.log").string());
    if (done->measured)
        if (const auto kept = keep_map(*done->measured, place, diagnostics); !kept)
            return kept.failure();
    return facts;
}

}  // namespace

Result<RunFacts> run_woven(const SourceSet& woven, const Project& project,
                           const RunOptions& options, const RunFolders& place, Progress& progress,
                           Diagnostics& diagnostics) {
    const Result<TapMap> map = load_map(place.woven / "taps.json", diagnostics);
    if (!map) return map.failure();
    SimulateOptions simulation = options_of_run(project, options, place, progress);
    simulation.map = &*map;
    return run_simulated(woven, simulation, project, options, place, progress, diagnostics);
}

Result<RunFacts> run_vhdl(const Scanned& scanned, const Project& project, const RunOptions& options,
                          const RunFolders& place, Progress& progress, Diagnostics& diagnostics) {
    if (const auto made = make_folder(place.woven, diagnostics); !made) return made.failure();
    SimulateOptions simulation = options_of_run(project, options, place, progress);
    simulation.map = &scanned.vhdl->map;
    simulation.vhdl = scanned.vhdl.get();
    simulation.design = &scanned.design;
    return run_simulated(project.sources, simulation, project, options, place, progress,
                         diagnostics);
}

Result<StoredRun> store_analysed(Result<Run> run, const ClockRates& clocks, const fs::path& path,
                                 Diagnostics& diagnostics) {
    if (!run) return run.failure();
    if (diagnostics.has_error()) return diagnostics.failure();
    if (const auto set = set_clock_rates(clocks, *run, diagnostics); !set) return set.failure();
    const std::size_t said = diagnostics.all().size();
    report_pragma_states(*run, diagnostics);
    for (std::size_t i = said; i < diagnostics.all().size(); ++i)
        run->diagnostics.push_back(diagnostics.all()[i]);
    const Analysis analysis = analysed(*run);
    if (const auto written = write_run(*run, analysis, path, diagnostics); !written)
        return written.failure();
    return StoredRun{run->partial, answer_of(analysis.verdict)};
}

namespace {

Result<Run> load_run(const NamedFile& file, const fs::path& map_path, const RunFacts& facts,
                     Diagnostics& diagnostics) {
    std::error_code ec;
    if (!fs::exists(file.path, ec)) {
        return diagnostics.report(code::reading_missing, {}, file.shown.string());
    }
    const Result<TapMap> map = load_map(map_path, diagnostics);
    const Result<std::string> reading_text = read_file(file.path, diagnostics);
    if (!map || !reading_text) return failure_of(map, reading_text);
    const Result<Reading> reading = parse_reading(*reading_text, file.shown.string(), diagnostics);
    if (!reading) return reading.failure();
    Result<Run> run = match(*map, *reading, facts, diagnostics);
    if (run) keep_recorded(*run, diagnostics);
    // A harness in C++ may count anything as time.
    if (run && is_cpp(facts.find("testbench").value_or(""))) forget_clock_rates(*run);
    return run;
}

}  // namespace

Result<StoredRun> store_run(const NamedFile& reading, const fs::path& map_path,
                            const RunFacts& facts, const ClockRates& clocks,
                            const fs::path& run_path, Diagnostics& diagnostics,
                            const std::function<void(Run&)>& extend) {
    Result<Run> run = load_run(reading, map_path, facts, diagnostics);
    if (run && extend && !diagnostics.has_error()) extend(*run);
    return store_analysed(std::move(run), clocks, run_path, diagnostics);
}

Result<StoredRun> store_passes(const std::vector<std::string>& readings,
                               const std::vector<std::string>& tap_maps, const RunFacts& facts,
                               const ClockRates& clocks, const fs::path& run_path,
                               Diagnostics& diagnostics) {
    std::vector<Run> passes;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        Result<Run> pass = load_run({readings[i], readings[i]}, tap_maps[i], facts, diagnostics);
        if (!pass) return pass.failure();
        passes.push_back(std::move(*pass));
    }
    return store_analysed(merge_passes(std::move(passes), diagnostics), clocks, run_path,
                          diagnostics);
}

}  // namespace tapestry
