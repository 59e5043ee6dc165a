// SPDX-License-Identifier: Apache-2.0
// A run in the formats of other programs. In every format, the totals of each state and channel are
// those of the run.
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
    std::string_view what;  // which programs open it
    std::string_view file;  // default name; a folder ends in '/'
    Result<Done> (*write)(const RunView&, const std::filesystem::path&, Diagnostics&);

    // The export refers to a waveform that the user names.
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
