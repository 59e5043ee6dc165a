// SPDX-License-Identifier: Apache-2.0
// A run in the forms of other programs. Totals by state and by channel are those of the run in
// every one of them.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run.h"
#include "model/wave_layout.h"
#include "show/store/run_view.h"

namespace tapestry {

struct ExportFormat {
    std::string_view name;
    std::string_view what;  // who opens it
    std::string_view file;  // name when the user gives none; a folder ends in '/'
    Result<Done> (*write)(const RunView&, const std::filesystem::path&, Diagnostics&);

    // Over a waveform that the user names.
    bool needs_waveform() const { return write == nullptr; }
};

const std::vector<ExportFormat>& export_formats();
const ExportFormat* find_export_format(std::string_view name);

Result<Done> export_paraver(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_perfetto(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_chrome(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_otf2(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_speedscope(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_collapsed(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_gtkwave(const RunView&, const Run&, const WaveLayout&,
                            const std::filesystem::path&, Diagnostics&);
Result<Done> export_dot(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_svg(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_csv(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_json(const RunView&, const std::filesystem::path&, Diagnostics&);
Result<Done> export_markdown(const RunView&, const std::filesystem::path&, Diagnostics&);

}  // namespace tapestry
