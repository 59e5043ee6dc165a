// SPDX-License-Identifier: Apache-2.0
#include "base/codes.h"
#include "export/export.h"
#include "tool/command.h"

namespace tapestry {

namespace {

struct Options {
    std::string run_file = "run.tapdb";
    std::string format;
    std::string out;
    bool json = false;
};

std::string list_text(bool json) {
    std::string text = json ? "[" : "";
    for (const ExportFormat& f : export_formats()) {
        text += json ? fmt::format("{}\n  {{\"format\": {}, \"opens\": {}, \"file\": {}}}",
                                   text.size() > 1 ? "," : "", json_string(f.name),
                                   json_string(f.what), json_string(f.file))
                     : fmt::format("{:<11} {}\n", f.name, f.what);
    }
    return text + (json ? "\n]\n" : "");
}

int export_command(const Options& o, Diagnostics& diagnostics) {
    if (o.format.empty()) {
        std::fputs(list_text(o.json).c_str(), stdout);
        return kFine;
    }
    const ExportFormat* format = find_export_format(o.format);
    if (!format) {
        diagnostics.report(Code::unknown_format, {}, o.format);
        return kBadInput;
    }
    const Result<RunView> run = open_run(o.run_file, diagnostics);
    if (!run) return kBadInput;
    const std::string out = o.out.empty() ? std::string(format->file) : o.out;
    if (!format->write(*run, out, diagnostics)) return kBadInput;
    if (o.json) {
        fmt::print("{{\"format\": {}, \"file\": {}}}\n", json_string(format->name),
                   json_string(out));
    } else {
        fmt::print("{}: {}\n", format->name, out);
    }
    return kFine;
}

// "paraver|perfetto|…"
std::string format_names() {
    std::string names;
    for (const ExportFormat& f : export_formats())
        names += fmt::format("{}{}", names.empty() ? "" : "|", f.name);
    return names;
}

}  // namespace

Action declare_export(OptionList& app) {
    auto o = std::make_shared<Options>();
    app.add_option("run", o->run_file, "Run file")->type_name("RUN")->capture_default_str();
    app.add_option("--format", o->format, "Format to write; without it, they are listed")
        ->type_name(format_names());
    app.add_option("-o,--out", o->out, "File or folder to write")->type_name("PATH");
    app.add_flag("--json", o->json, "Print what was written, or the list, as JSON");
    return [o](Diagnostics& diagnostics) { return export_command(*o, diagnostics); };
}

}  // namespace tapestry
