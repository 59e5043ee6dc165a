// SPDX-License-Identifier: Apache-2.0
#include "show/export/export.h"

#include "base/file.h"
#include "show/store/long_file.h"
#include "show/store/row_text.h"
#include "show/store/views.h"
#include "show/store/views_json.h"

namespace tapestry {

const std::vector<ExportFormat>& export_formats() {
    static const std::vector<ExportFormat> all = {
        {"paraver", "Paraver: .prv, and beside it .pcf and .row", "run.prv", export_paraver},
        {"perfetto", "ui.perfetto.dev and its trace processor", "run.pftrace", export_perfetto},
        {"chrome", "chrome://tracing and others: Trace Event JSON", "run.trace.json",
         export_chrome},
        {"otf2", "Vampir and others: an OTF2 archive, a folder", "run_otf2/", export_otf2},
        {"speedscope", "speedscope: a profile for each state machine", "run.speedscope.json",
         export_speedscope},
        {"collapsed", "flame graphs: collapsed stacks, instances above states", "run.collapsed",
         export_collapsed},
        {"gtkwave", "GTKWave: a save file over your own waveform (--waveform)", "run.gtkw",
         nullptr},
        {"dot", "Graphviz: blocks and channels", "run.dot", export_dot},
        {"svg", "any browser: a folder of linked drawings", "run_svg/", export_svg},
        {"csv", "spreadsheets: a folder with a file for each view", "run_csv/", export_csv},
        {"json", "scripts: all views", "run.json", export_json},
        {"markdown", "people: a summary for a pull request", "run.md", export_markdown},
    };
    return all;
}

const ExportFormat* find_export_format(std::string_view name) {
    for (const ExportFormat& f : export_formats()) {
        if (f.name == name) return &f;
    }
    return nullptr;
}

Result<Done> export_csv(const RunView& run, const std::filesystem::path& out,
                        Diagnostics& diagnostics) {
    if (const auto made = make_folder(out, diagnostics); !made) return made.failure();
    for (const View& view : views()) {
        LongFile file(out / (view.name + ".csv"));
        std::vector<std::string> columns;
        for (const ViewColumn& c : view.columns) columns.push_back(c.name);
        file.add(csv_header(columns));
        std::string sql = "SELECT * FROM " + view.name;
        if (!view.order.empty()) sql += " ORDER BY " + view.order;
        auto take = [&](const Row& row) { file.add(csv_row(row)); };
        if (const auto done = run.for_each_row(sql, take, diagnostics); !done)
            return done.failure();
        if (const auto written = file.finish(diagnostics); !written) return written.failure();
    }
    return Done{};
}

Result<Done> export_json(const RunView& run, const std::filesystem::path& out,
                         Diagnostics& diagnostics) {
    LongFile file(out);
    const auto take = [&](std::string_view text) { file.add(text); };
    if (const auto done = each_of_views_json(run, take, diagnostics); !done) return done.failure();
    return file.finish(diagnostics);
}

}  // namespace tapestry
