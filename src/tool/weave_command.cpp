// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tool/command.h"
#include "tool/project_options.h"
#include "tool/scratch.h"
#include "tool/stages.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    ProjectOptions project;
    std::string out = "out";
    bool json = false;
    bool diff = false;
};

int weave_command(const Options& options, Diagnostics& diagnostics) {
    const Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.out, diagnostics);
    if (!out) return kBadInput;
    const Result<WovenDesign> woven =
        weave_into(*scanned, *project, out->path() / "woven", diagnostics);
    progress.clear();
    if (!woven) return kBadInput;
    out->keep();
    const fs::path folder = out->path() / "woven";
    if (options.json) {
        const nlohmann::ordered_json result = {{"folder", folder.string()},
                                               {"file_list", (folder / "woven.f").string()},
                                               {"tap_map", (folder / "taps.json").string()},
                                               {"taps", woven->taps}};
        fmt::print("{}\n", result.dump(2));
    } else if (options.diff) {
        std::fputs(woven->diff.c_str(), stdout);
    } else {
        fmt::print(
            "{} taps woven into {}\nfile list: {}\nNext: simulate that list with your testbench, "
            "then: tapestry read tapestry.reading --map {}\n",
            woven->taps, folder.string(), (folder / "woven.f").string(),
            (folder / "taps.json").string());
    }
    return kFine;
}

}  // namespace

Action declare_weave(CLI::App& app) {
    auto o = std::make_shared<Options>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_option("-o,--out", o->out, "Output folder")->type_name("DIR")->capture_default_str();
    app.add_flag("--diff", o->diff, "Print what weaving changes");
    return [o](Diagnostics& diagnostics) { return weave_command(*o, diagnostics); };
}

}  // namespace tapestry
