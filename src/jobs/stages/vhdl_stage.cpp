// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/vhdl_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/projects.h"
#include "base/codes/sources.h"
#include "base/file.h"
#include "base/sandbox.h"
#include "base/verilog_text.h"
#include "jobs/stages/elaborated_names.h"
#include "jobs/stages/vhdl_objection.h"
#include "read/vhdl/elaborated_instance.h"
#include "read/vhdl/generic_defaults.h"
#include "read/vhdl/kept_signals.h"
#include "read/vhdl/leave_out.h"
#include "read/vhdl/report_refusal.h"
#include "read/vhdl/verilog_use.h"
#include "run/simulators/simulate.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kElaboration(60);

std::vector<VhdlFile> files_of(const Project& project) {
    std::vector<VhdlFile> files;
    for (const auto& [library, path] : project.vhdl.libraries) files.push_back({library, path});
    for (const std::string& path : project.sources.files) {
        if (is_vhdl(path)) files.push_back({kVhdlWork, path});
    }
    for (const std::string& path : project.testbench_files) {
        if (is_vhdl(path)) files.push_back({kVhdlWork, path});
    }
    return files;
}

// What must be read; nothing where Verilog may need any of it.
std::set<std::string> roots_of(const Project& project) {
    if (!std::all_of(project.sources.files.begin(), project.sources.files.end(), is_vhdl))
        return {};
    if (project.testbench_top.empty()) return {in_lower_case(project.top)};
    return {in_lower_case(project.top), in_lower_case(project.testbench_top)};
}

struct SourceNames {
    VhdlNames vhdl;
    std::map<std::string, std::string> libraries;  // of entities
    std::vector<std::string> verilog_modules;
    std::vector<std::string> verilog_texts;  // the testbench's too
};

bool is_verilog(const std::string& file) { return !is_vhdl(file) && !is_cpp(file); }

Result<SourceNames> vhdl_names_of(const Project& project, Diagnostics& diagnostics) {
    SourceNames names;
    for (const VhdlFile& file : files_of(project)) {
        const Result<std::string> text = read_file(file.path, diagnostics);
        if (!text) return text.failure();
        add_names(file.path, *text, names.vhdl);
        for (const auto& entity : names.vhdl.entities)
            names.libraries.emplace(entity.first, file.library);
    }
    for (const auto* files : {&project.sources.files, &project.testbench_files}) {
        for (const std::string& path : *files) {
            if (!is_verilog(path)) continue;
            Result<std::string> text = read_file(path, diagnostics);
            if (!text) return text.failure();
            if (files == &project.sources.files) {
                for (std::string& name : declared_modules(*text))
                    names.verilog_modules.push_back(std::move(name));
            }
            names.verilog_texts.push_back(std::move(*text));
        }
    }
    return names;
}

// The entities to translate: the top, or those that Verilog instances.
std::vector<std::string> tops_of(const Project& project, const SourceNames& names) {
    const std::string top = in_lower_case(project.top);
    if (names.vhdl.entities.contains(top)) return {top};
    std::vector<std::string> tops;
    for (const auto& [entity, spelling] : names.vhdl.entities) {
        if (!names.vhdl.instanced.contains(entity)) tops.push_back(entity);
    }
    return tops;
}

// A simulation that ends before it begins. It still opens the files of its architectures.
Exit elaborate_only(Command command, const Project& project, const fs::path& scratch) {
    command.timeout = kElaboration;
    return project.is_run ? run(command) : look(std::move(command), scratch);
}

// Why a command that only looks does not let the testbench elaborate; empty when it does.
std::string why_unasked(const Project& project, const std::string& testbench) {
    Diagnostics ignored;
    const auto objection = objection_to(project, files_of(project), testbench, ignored);
    if (!objection) return "a file cannot be read";
    if (!*objection) return {};
    return fmt::format(
        "'{}' {}", (*objection)->file,
        (*objection)->code == code::vhdl_foreign ? "calls what is no VHDL" : "has files");
}

// How the VHDL testbench instances the top; nothing when there is none, or it does not run.
ElaboratedInstance instance_of(Ghdl& ghdl, const Project& project, const std::string& top,
                               const fs::path& scratch, Diagnostics& diagnostics) {
    if (!has_vhdl_testbench(project) || project.testbench_top.empty()) return {};
    const std::string testbench = in_lower_case(project.testbench_top);
    if (const std::string why = why_unasked(project, testbench); !why.empty()) {
        diagnostics.report(code::vhdl_testbench_unasked, {}, why);
        return {};
    }
    Diagnostics ignored;  // the run itself says what is wrong
    GhdlMessage trouble;
    const auto program = ghdl.build({kVhdlWork, testbench, "", {}}, trouble, ignored);
    if (!program || !*program) return {};
    Command command;
    command.words = ghdl_dump(**program);
    command.output = scratch / "testbench.rti";
    const Exit exit = elaborate_only(command, project, scratch);
    const Result<std::string> dump = read_file(command.output, ignored);
    if (!dump) return {};
    const GhdlMessage last = last_words(*dump);
    if (!project.is_run && !exit.good() && !last.text.empty())
        diagnostics.report(code::vhdl_testbench_unasked, last.place, last.text);
    return elaborated_instance(top, *dump);
}

// What is synthesized, and by whom when not by the GHDL that has read the user's files.
struct ReadTop {
    VhdlTop top;
    std::optional<Ghdl> ghdl = std::nullopt;
};

// Gives generics that cannot be passed on their values as defaults, in a copy of the text; those
// that could not be given stay in `generics`.
std::optional<Ghdl> give_defaults(const Ghdl& ghdl, const SourceNames& names,
                                  const std::string& entity, const fs::path& scratch,
                                  Generics& generics, StandIns& stand_ins) {
    const std::string place = without_column(names.vhdl.places.at(entity));
    const std::string file = place.substr(0, place.rfind(':'));
    const auto text = ghdl.texts().find(file);
    if (text == ghdl.texts().end()) return std::nullopt;
    std::string given = text->second;
    RecordElements elements;
    for (const auto& known : ghdl.texts()) add_record_elements(known.second, elements);
    Generics left;
    for (const auto& generic : generics) {
        const auto literal = literal_of(generic.second, elements);
        const auto with = literal
                              ? with_default(given, entity, in_lower_case(generic.first), *literal)
                              : std::nullopt;
        if (with)
            given = *with;
        else
            left.push_back(generic);
    }
    Diagnostics ignored;
    const fs::path copy = scratch / ("given_" + entity + ".vhd");
    if (left.size() == generics.size() || !write_file(copy, given, ignored)) return std::nullopt;
    std::optional<Ghdl> other =
        ghdl.with_files({{file, copy.string()}}, scratch / ("given_" + entity));
    if (!other) return std::nullopt;
    stand_ins[copy.string()] = file;
    generics = std::move(left);
    return std::move(*other);
}

// What the command line says of the top comes before what the testbench says.
ReadTop top_of(Ghdl& ghdl, const Project& project, const SourceNames& names,
               const std::string& entity, const VerilogUse& use, const fs::path& scratch,
               StandIns& stand_ins, Diagnostics& diagnostics) {
    const ElaboratedInstance instance = instance_of(ghdl, project, entity, scratch, diagnostics);
    const std::string& library = names.libraries.at(entity);
    VhdlTop top{library, entity, instance.architecture, {}};
    if (entity == in_lower_case(project.top)) top.generics = project.sources.parameters;
    const Generics said = top.generics;
    const auto is_said = [&](const std::string& name) {
        return std::any_of(said.begin(), said.end(), [&](const auto& g) {
            return in_lower_case(g.first) == in_lower_case(name);
        });
    };
    for (const Generics* generics : {&instance.given, &use.parameters}) {
        for (const auto& generic : *generics) {
            if (!is_said(generic.first)) top.generics.push_back(generic);
        }
    }
    Generics kept_out = instance.kept_out;
    std::erase_if(kept_out, [&](const auto& generic) { return is_said(generic.first); });
    ReadTop read{std::move(top)};
    if (!kept_out.empty())
        read.ghdl = give_defaults(ghdl, names, entity, scratch, kept_out, stand_ins);
    for (const auto& [name, value] : kept_out) {
        if (const auto characters = without_quotes(value))
            read.top.generics.emplace_back(name, *characters);
        else
            diagnostics.report(code::vhdl_generic_kept, {}, name, entity, value);
    }
    return read;
}

// What is elaborated, from a simulation that ends before it begins.
std::optional<NamedScope> elaborated_scope(Ghdl& ghdl, const Project& project, const VhdlTop& top,
                                           const fs::path& scratch, Diagnostics& diagnostics) {
    GhdlMessage trouble;
    const Result<std::optional<fs::path>> program = ghdl.build(top, trouble, diagnostics);
    if (program && *program) {
        const fs::path waveform = scratch / "elaborated.ghw";
        Command command;
        command.words = ghdl_elaboration(**program, waveform, top.generics);
        command.output = scratch / "elaborated.log";
        elaborate_only(command, project, scratch);
        if (auto scope = read_elaborated(waveform)) return scope;
        const Result<std::string> log = read_file(command.output, diagnostics);
        if (log) trouble = last_words(*log);
    }
    diagnostics.report(code::vhdl_names_unknown, trouble.place,
                       trouble.text.empty() ? "GHDL fails" : trouble.text);
    return std::nullopt;
}

// `file:12`, taken apart.
Place place_of(const std::string& source) {
    const std::size_t colon = source.rfind(':');
    if (colon == std::string::npos) return {source, 0};
    return {source.substr(0, colon),
            static_cast<std::uint32_t>(std::strtoul(source.c_str() + colon + 1, nullptr, 10))};
}

struct Netlists {
    std::string verilog;
    std::string vhdl;
};

void tell(const std::vector<LeftOut>& all, const SourceNames& names, Diagnostics& diagnostics) {
    for (const LeftOut& left : all) {
        const bool is_placed = left.why.place.line > 0;
        const Place place = is_placed ? left.why.place
                                      : place_of(without_column(names.vhdl.places.at(left.entity)));
        diagnostics.report(code::vhdl_left_out, place, names.vhdl.entities.at(left.entity),
                           left.why.text);
    }
}

// Nothing if GHDL refuses the design; `refusal` has the reason.
Result<std::optional<Netlists>> netlists_of(Ghdl& ghdl, const VhdlTop& top,
                                            std::optional<Refusal>& refusal,
                                            Diagnostics& diagnostics) {
    auto verilog = ghdl.synthesize(top, Ghdl::Form::verilog, refusal, diagnostics);
    if (!verilog) return verilog.failure();
    if (!*verilog) return std::optional<Netlists>();
    auto vhdl = ghdl.synthesize(top, Ghdl::Form::vhdl, refusal, diagnostics);
    if (!vhdl) return vhdl.failure();
    if (!*vhdl) return std::optional<Netlists>();
    return Netlists{std::move(**verilog), std::move(**vhdl)};
}

// The netlist of the top in two languages. What is only looked at may lack entities that GHDL does
// not synthesize.
Result<Netlists> synthesize(Ghdl& ghdl, const VhdlTop& top, const Project& project,
                            const SourceNames& names, const fs::path& scratch,
                            Diagnostics& diagnostics) {
    std::optional<Refusal> refusal;
    Result<std::optional<Netlists>> netlists = netlists_of(ghdl, top, refusal, diagnostics);
    if (!netlists) return netlists.failure();
    if (*netlists) return std::move(**netlists);
    if (project.may_be_in_part && refusal->kind != Refusal::Kind::generic_missing) {
        std::vector<LeftOut> left_out;
        auto rest = without_refused(ghdl, top, *refusal, scratch / "left_out", left_out);
        tell(left_out, names, diagnostics);
        if (rest) netlists = netlists_of(*rest, top, refusal, diagnostics);
        if (netlists && *netlists) return std::move(**netlists);
    }
    return report_refusal(ghdl, top, *refusal, diagnostics);
}

// The netlist with the state machines that drive nothing; nothing if there are none.
std::optional<Netlists> with_dropped_states(const Ghdl& ghdl, const VhdlTop& top,
                                            const std::vector<NetModule>& modules,
                                            const NamedScope& elaborated, const fs::path& scratch,
                                            StandIns& stand_ins) {
    const std::string top_module = modules.empty() ? top.entity : modules.back().name;
    const std::set<std::string> dropped = dropped_states(modules, top_module, elaborated);
    std::map<std::string, std::string> copies;
    Diagnostics ignored;
    for (const auto& [file, text] : ghdl.texts()) {
        const auto kept = with_kept_signals(text, dropped);
        const fs::path copy = scratch / fmt::format("kept_{}_{}.vhd", top.entity, copies.size());
        if (!kept || !write_file(copy, *kept, ignored)) continue;
        copies[file] = copy.string();
    }
    if (copies.empty()) return std::nullopt;
    std::optional<Ghdl> other = ghdl.with_files(copies, scratch / ("kept_" + top.entity));
    if (!other) return std::nullopt;
    std::optional<Refusal> refusal;
    Result<std::optional<Netlists>> netlists = netlists_of(*other, top, refusal, ignored);
    if (!netlists || !*netlists) return std::nullopt;
    for (const auto& [file, copy] : copies) {
        const auto before = stand_ins.find(file);  // the file may be a copy itself
        stand_ins[copy] = before == stand_ins.end() ? file : before->second;
    }
    return std::move(**netlists);
}

VerilogUse use_of(const SourceNames& names, const std::string& entity) {
    for (const std::string& text : names.verilog_texts) {
        VerilogUse use = verilog_use(entity, text);
        if (!use.spelling.empty()) return use;
    }
    return {};
}

Result<Translation> translate_top(VhdlDesign& design, const Project& project,
                                  const SourceNames& names, const std::string& entity,
                                  const fs::path& scratch, StandIns& stand_ins,
                                  Diagnostics& diagnostics) {
    const auto objection = objection_to(project, files_of(project), entity, diagnostics);
    if (!objection) return objection.failure();
    if (*objection) {
        return diagnostics.report((*objection)->code, {}, (*objection)->file);
    }
    const VerilogUse use = use_of(names, entity);
    ReadTop read =
        top_of(design.ghdl, project, names, entity, use, scratch, stand_ins, diagnostics);
    const VhdlTop& top = read.top;
    Ghdl& ghdl = read.ghdl ? *read.ghdl : design.ghdl;
    const Result<Netlists> netlists = synthesize(ghdl, top, project, names, scratch, diagnostics);
    if (!netlists) return netlists.failure();
    const std::optional<NamedScope> scope =
        elaborated_scope(ghdl, project, top, scratch, diagnostics);
    std::vector<NetModule> modules = read_netlist(netlists->verilog, netlists->vhdl);
    if (scope) {
        if (const auto all = with_dropped_states(ghdl, top, modules, *scope, scratch, stand_ins))
            modules = read_netlist(all->verilog, all->vhdl);
    }
    if (!modules.empty() && !use.spelling.empty()) {
        modules.back().name = use.spelling;
        modules.back().parameters = use.parameters;
    }
    TranslateOptions options;
    options.top = modules.empty() ? entity : modules.back().name;
    options.verilog_file = absolute_path(scratch / (entity + ".sv"));
    options.elaborated = scope ? &*scope : nullptr;
    options.other_modules = names.verilog_modules;
    Translation translation = translate(std::move(modules), options, names.vhdl);
    if (const auto written = write_file(options.verilog_file, translation.verilog, diagnostics);
        !written)
        return written.failure();
    return translation;
}

void join(Translation& all, Translation one) {
    all.facts.says = one.facts.says;
    all.facts.modules.merge(one.facts.modules);
    all.facts.places.merge(one.facts.places);
    all.hidden.merge(one.hidden);
    all.entities.merge(one.entities);
    all.modules.insert(all.modules.end(), one.modules.begin(), one.modules.end());
}

}  // namespace

bool has_vhdl(const Project& project) {
    return !project.vhdl.libraries.empty() ||
           std::any_of(project.sources.files.begin(), project.sources.files.end(), is_vhdl);
}

bool has_vhdl_testbench(const Project& project) {
    return std::any_of(project.testbench_files.begin(), project.testbench_files.end(), is_vhdl);
}

Result<std::string> find_vhdl_top(const Project& project, Diagnostics& diagnostics) {
    VhdlNames design;
    VhdlNames testbench;
    for (auto [files, names] : {std::pair{&project.sources.files, &design},
                                std::pair{&project.testbench_files, &testbench}}) {
        for (const std::string& file : *files) {
            const Result<std::string> text = read_file(file, diagnostics);
            if (!text) return text.failure();
            add_names(file, *text, *names);
        }
    }
    std::map<std::string, std::string> tops = design.entities;
    std::erase_if(tops, [&](const auto& e) { return design.instanced.contains(e.first); });
    if (tops.size() > 1 && !project.testbench_files.empty())
        std::erase_if(tops, [&](const auto& e) { return !testbench.instanced.contains(e.first); });
    if (tops.size() == 1) return tops.begin()->second;
    std::string list;
    for (const auto& [entity, spelling] : tops) list += (list.empty() ? "" : ", ") + spelling;
    if (tops.empty()) return diagnostics.report(code::no_top, {});
    return diagnostics.report(code::several_tops, {}, list);
}

Result<std::shared_ptr<VhdlDesign>> translate_vhdl(Project& project, const fs::path& scratch,
                                                   Progress& progress, StandIns& stand_ins,
                                                   Diagnostics& diagnostics) {
    progress.show("reading VHDL");
    const fs::path folder = scratch / "vhdl";
    if (const auto made = make_folder(folder, diagnostics); !made) return made.failure();
    const auto purpose =
        has_vhdl_testbench(project) ? Ghdl::Purpose::simulate : Ghdl::Purpose::look;
    auto design = std::make_shared<VhdlDesign>(
        VhdlDesign{Ghdl(folder, project.vhdl.standard, purpose), {}, {}});
    if (const auto done = design->ghdl.analyse(files_of(project), roots_of(project), diagnostics);
        !done)
        return done.failure();
    const Result<SourceNames> names = vhdl_names_of(project, diagnostics);
    if (!names) return names.failure();
    design->ghdl.leave_to_verilog(names->verilog_modules);
    std::vector<std::string> files;
    for (const std::string& top : tops_of(project, *names)) {
        progress.show("translating VHDL");
        Result<Translation> one =
            translate_top(*design, project, *names, top, folder, stand_ins, diagnostics);
        if (!one) return one.failure();
        const bool is_top = top == in_lower_case(project.top);
        if (is_top && !one->modules.empty()) project.top = one->modules.back();
        if (is_top) project.sources.parameters.clear();  // the netlist has them
        files.push_back(absolute_path(folder / (top + ".sv")));
        join(design->translation, std::move(*one));
    }
    std::erase_if(project.sources.files, is_vhdl);
    project.sources.files.insert(project.sources.files.begin(), files.begin(), files.end());
    return design;
}

namespace {

// A line of the translation about which nothing is known belongs to the nearest one above it about
// which something is; what is no line of it stays.
std::string author_source(const SourceFacts& facts, const std::string& source) {
    const Place place = place_of(source);
    auto at = facts.places.lower_bound({place.file, 0});
    if (at == facts.places.end() || at->first.first != place.file) return source;
    std::string nearest = at->second.source;
    for (; at != facts.places.end() && at->first.first == place.file &&
           at->first.second <= place.line;
         ++at)
        if (!at->second.source.empty()) nearest = at->second.source;
    return nearest;
}

}  // namespace

Place author_place(const VhdlDesign& design, const Place& place) {
    const std::string source = fmt::format("{}:{}", place.file, place.line);
    const std::string author = author_source(design.translation.facts, source);
    return author == source ? place : place_of(author);
}

void lead_back(VhdlDesign& design, TapMap& map) {
    const Translation& translation = design.translation;
    for (Tap& tap : map.taps) {
        tap.source = author_source(translation.facts, tap.source);
        if (!tap.is(TapKind::fsm)) continue;
        for (auto& state : tap.machine().states)
            state.source = author_source(translation.facts, state.source);
    }
    design.map = map;
    for (std::size_t i = 0; i < map.taps.size(); ++i) {
        Tap& tap = design.map.taps[i];
        for (auto& [port, expression] : tap.observe)
            expression = in_vhdl_names(translation, tap.module, expression);
        if (auto* stream = std::get_if<StreamPart>(&tap.own)) {
            for (std::string* text : {&stream->data, &stream->lanes_of})
                *text = in_vhdl_names(translation, tap.module, *text);
        }
        const auto entity = translation.entities.find(tap.module);
        if (entity != translation.entities.end()) tap.module = map.taps[i].module = entity->second;
    }
}

Result<std::string> find_vhdl_testbench_top(const std::vector<std::string>& files,
                                            Diagnostics& diagnostics) {
    VhdlNames names;
    for (const std::string& file : files) {
        if (!is_vhdl(file)) continue;
        const Result<std::string> text = read_file(file, diagnostics);
        if (!text) return text.failure();
        add_names(file, *text, names);
    }
    std::vector<std::string> tops;
    for (const auto& [entity, spelling] : names.entities) {
        if (!names.instanced.contains(entity)) tops.push_back(entity);
    }
    if (tops.size() == 1) return tops[0];
    for (const std::string& name : tops) {
        if (name == in_lower_case(fs::path(files.front()).stem().string())) return name;
    }
    return diagnostics.report(code::testbench_top_unclear, {files.front(), 0},
                              tops.empty() ? "it declares no entity"
                                           : fmt::format("it declares {}", fmt::join(tops, ", ")));
}

}  // namespace tapestry
