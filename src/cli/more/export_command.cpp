// SPDX-License-Identifier: Apache-2.0
#include "base/codes/files.h"
#include "base/codes/runs.h"
#include "base/file.h"
#include "base/output_folder.h"
#include "cli/command.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "run/import/lay_waves.h"
#include "show/export/export.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

struct ExportArguments {
    std::string run_file;
    std::string format;
    std::string out;
    std::string waveform;
    std::string at;
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

// The taps of the run in the user's waveform. It is read for triggers and assertions only, and then
// once more for their times.
Result<WaveLayout> layout_of(const Run& run, const ExportArguments& o, Diagnostics& diagnostics) {
    TapMap map;
    map.top = run.top;
    for (const TapNumbers& numbers : run.taps) map.taps.push_back(numbers.tap);
    const auto waveform = open_waveform(o.waveform, diagnostics);
    if (!waveform) return waveform.failure();
    auto signals = tap_signals(**waveform, map, o.at, diagnostics);
    if (!signals) return signals.failure();
    auto marks = find_marks(**waveform, map, o.at, diagnostics);
    if (!marks) return marks.failure();
    if (!marks->marks.empty()) {
        const auto again = open_waveform(o.waveform, diagnostics);
        if (!again) return again.failure();
        time_marks(**again, map, o.at, marks->marks, diagnostics);
    }
    return WaveLayout{absolute_path(o.waveform), std::move(*signals), std::move(*marks), -1};
}

Result<Done> export_over_waveform(const RunView& view, const ExportArguments& o,
                                  const std::string& out, Diagnostics& diagnostics) {
    if (o.waveform.empty()) {
        return diagnostics.report(
            code::command_line_refused, {},
            "a save file is for a waveform: name it with --waveform FILE (VCD, FST "
            "or GHW of the same design)",
            "export ");
    }
    const Result<Run> run = read_run(o.run_file, diagnostics);
    if (!run) return run.failure();
    const Result<WaveLayout> layout = layout_of(*run, o, diagnostics);
    if (!layout) return layout.failure();
    if (const auto done = export_gtkwave(view, *run, *layout, out, diagnostics); !done)
        return done.failure();
    if (!o.json)
        fmt::print("{} of {} taps are in {}, {} triggers\n", layout->taps.size(), run->taps.size(),
                   o.waveform, layout->marks.marks.size());
    return Done{};
}

// A folder is ours, or becomes ours, before anything is written there.
Result<Done> write_export(const ExportFormat& format, const RunView& run, const ExportArguments& o,
                          const std::string& out, Diagnostics& diagnostics) {
    if (format.needs_waveform()) return export_over_waveform(run, o, out, diagnostics);
    if (!format.file.ends_with('/')) return format.write(run, out, diagnostics);
    Result<OutputFolder> folder = OutputFolder::make(out, diagnostics);
    if (!folder) return folder.failure();
    if (const auto written = format.write(run, out, diagnostics); !written)
        return written.failure();
    folder->keep();
    return Done{};
}

int export_command(ExportArguments o, Diagnostics& diagnostics) {
    if (o.format.empty()) {
        to_output(list_text(o.json));
        return kFine;
    }
    const ExportFormat* format = find_export_format(o.format);
    if (!format) {
        diagnostics.report(code::unknown_format, {}, o.format);
        return kBadInput;
    }
    if (!fill_in_run(o.run_file, diagnostics)) return kBadInput;
    const Result<RunView> run = open_run(o.run_file, diagnostics);
    if (!run) return kBadInput;
    const std::string out = o.out.empty() ? std::string(format->file) : o.out;
    if (!write_export(*format, *run, o, out, diagnostics)) return kBadInput;
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
    auto o = std::make_shared<ExportArguments>();
    add_run_operand(app, o->run_file);
    app.add_option("--format", o->format, "Format to write; without it, they are listed")
        ->type_name(format_names());
    app.add_option("-o,--out", o->out, "File or folder to write")
        ->check(not_empty())
        ->type_name("PATH");
    app.add_option("--waveform", o->waveform, "Waveform that a save file is for: VCD, FST or GHW")
        ->type_name("FILE");
    app.add_option("--at", o->at,
                   "Scope of the waveform that holds the design (default: found by itself)")
        ->type_name("SCOPE");
    app.add_flag("--json", o->json, "Print what was written, or the list, as JSON");
    return [o](Diagnostics& diagnostics) { return export_command(*o, diagnostics); };
}

}  // namespace tapestry
