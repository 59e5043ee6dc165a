// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/codes/synthesis.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/vhdl_stage.h"
#include "read/pragma/pragma_states.h"
#include "read/project/project_names.h"
#include "read/verilog/file_list.h"
#include "weave/compare/compare_woven.h"
#include "weave/synthesis/prove.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostNames = 5;

struct ProveArguments {
    ProveArguments() { link.link = "uart"; }

    ProjectOptions project;
    LinkOptions link;
    std::string woven;  // folder; empty: woven afresh
    bool json = false;
};

// The folder that weave was given holds `woven`, where the list stands.
std::filesystem::path folder_of_list(const ProveArguments& options, const Scratch& scratch) {
    if (options.woven.empty()) return scratch.path() / "prove";
    const std::filesystem::path folder = options.woven;
    std::error_code ec;
    return std::filesystem::exists(folder / "woven" / "woven.f", ec) ? folder / "woven" : folder;
}

// What is to be proved: the woven sources of a folder, or those that weaving makes now.
Result<SourceSet> woven_sources(const ProveArguments& options, Project& project,
                                const Scratch& scratch, Progress& progress,
                                Diagnostics& diagnostics) {
    if (!options.woven.empty()) {
        // What is compared is Verilog: VHDL is translated first.
        if (has_vhdl(project)) {
            if (const auto done = scan(project, scratch.path(), progress, diagnostics); !done)
                return done.failure();
        }
        if (const auto done = add_pragma_states(project.sources, project.vhdl, diagnostics); !done)
            return done.failure();
        const std::string list = (folder_of_list(options, scratch) / "woven.f").string();
        SourceSet set;
        set.parameters = project.sources.parameters;
        if (const auto done = read_list_in_its_folder(list, set, diagnostics); !done)
            return done.failure();
        if (const auto done = make_names_safe(set, diagnostics); !done) return done.failure();
        return set;
    }
    const Result<Scanned> scanned = scan(project, scratch.path(), progress, diagnostics);
    if (!scanned) return scanned.failure();
    Result<WovenDesign> woven =
        weave_into(*scanned, project, options.link, folder_of_list(options, scratch), diagnostics);
    if (!woven) return woven.failure();
    return std::move(woven->sources);
}

std::string first_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i)
        text += (i ? ", " : "") + names[i];
    return names.size() > kMostNames ? text + ", ..." : text;
}

// What is not told apart by logic is told apart by text: a proof holds only for woven sources that
// are the original with insertions.
bool is_woven_only(const std::vector<WovenDifference>& edits, Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < edits.size() && i < kMostNames; ++i)
        diagnostics.report(code::woven_edited, edits[i].place, edits[i].what);
    return edits.empty();
}

void print_proof(const Proof& proof, const std::vector<WovenDifference>& edits) {
    nlohmann::ordered_json places = nlohmann::ordered_json::array();
    for (const WovenDifference& edit : edits)
        places.push_back(
            {{"file", edit.place.file}, {"line", edit.place.line}, {"what", edit.what}});
    const nlohmann::ordered_json result = {{"proved", proof.proved() && edits.empty()},
                                           {"points", proof.points},
                                           {"disturbed", proof.disturbed},
                                           {"unproven", proof.unproven},
                                           {"edited", places}};
    fmt::print("{}\n", result.dump(2));
}

// Where nothing but taps was added to the text, nets that could not be shown to be equal are beyond
// the prover, which knows of no difference either.
int tell_failure(const Proof& proof, const std::vector<WovenDifference>& edits,
                 Diagnostics& diagnostics) {
    if (proof.disturbed.empty() && edits.empty()) {
        diagnostics.report(code::proof_unfinished, {},
                           "Yosys does not decide " + first_of(proof.unproven));
        return kBadInput;
    }
    diagnostics.report(code::design_disturbed, {},
                       first_of(proof.disturbed.empty() ? proof.unproven : proof.disturbed));
    return kCheckFailed;
}

int prove_command(const ProveArguments& options, Diagnostics& diagnostics) {
    Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    const Result<SourceSet> woven =
        woven_sources(options, *project, scratch, progress, diagnostics);
    if (!woven) return kBadInput;
    const std::vector<WovenDifference> edits =
        compare_woven(project->sources, *woven, folder_of_list(options, scratch));
    progress.show("proving");
    const Result<Proof> proof =
        prove(project->sources, *woven, project->top, scratch.path(), diagnostics);
    progress.clear();
    if (!proof) {
        is_woven_only(edits, diagnostics);
        return kBadInput;
    }
    if (options.json) print_proof(*proof, edits);
    if (!proof->proved()) return tell_failure(*proof, edits, diagnostics);
    if (!is_woven_only(edits, diagnostics)) return kBadInput;
    if (!options.json)
        fmt::print("proved: the woven design does what '{}' does ({} points compared)\n",
                   project->top, proof->points);
    return kFine;
}

}  // namespace

Action declare_prove(OptionList& app) {
    auto o = std::make_shared<ProveArguments>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_option("--link", o->link.link, "Link to weave for")
        ->check(one_of({"uart", "axil", "axis", "dram"}))
        ->capture_default_str();
    app.add_option(
           "--woven", o->woven,
           "Prove the woven sources in this folder instead of weaving: edits are refuted or "
           "undecided, other than blanks and comments")
        ->type_name("DIR");
    return [o](Diagnostics& diagnostics) { return prove_command(*o, diagnostics); };
}

}  // namespace tapestry
