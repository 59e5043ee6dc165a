// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/live_run.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/output_folder.h"
#include "jobs/stages/html_report.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/version.h"
#include "run/simulators/live_files.h"
#include "show/page/page.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

std::string stamp_of(const fs::path& file) {
    std::error_code ec;
    const std::uintmax_t size = fs::file_size(file, ec);
    if (ec) return "-";
    return fmt::format("{}.{}", size, fs::last_write_time(file, ec).time_since_epoch().count());
}

}  // namespace

LiveRun::LiveRun(fs::path path, fs::path scratch)
    : path_(std::move(path)), scratch_(std::move(scratch)) {}

fs::path LiveRun::finished() const {
    std::error_code ec;
    return fs::is_directory(path_, ec) ? path_ / "run.tapdb" : path_;
}

bool LiveRun::is_under_way() const {
    std::error_code ec;
    return fs::is_directory(path_, ec) && !work_folder().empty();
}

// Where a run is being made. A simulation that the user runs may report into the folder itself,
// beside an older run: then its reading is the newer of the two.
fs::path LiveRun::work_folder() const {
    const fs::path work = work_under_way(path_);
    if (!work.empty()) return work;
    std::error_code ec;
    if (!fs::exists(finished(), ec)) return path_;
    const auto read = fs::last_write_time(path_ / "tapestry.reading", ec);
    return !ec && read > fs::last_write_time(finished(), ec) ? path_ : fs::path();
}

std::string LiveRun::stamp() const {
    const fs::path work = work_folder();
    if (work.empty()) return stamp_of(finished());
    const fs::path reading = work / "tapestry.reading";
    return fmt::format("{}-{}-{}", stamp_of(finished()), stamp_of(reading),
                       std::hash<std::string>()(glimpses_of(reading)));
}

namespace {

// The reading up to its last whole line, for the simulation is writing the next one; then what was
// told since. Empty while there is nothing.
std::string told_so_far(const fs::path& file) {
    Diagnostics ignored;
    std::error_code ec;
    std::string reading = fs::exists(file, ec) ? read_file(file, ignored).value_or("") : "";
    reading.resize(reading.rfind('\n') + 1);
    return reading + glimpses_of(file);
}

}  // namespace

Result<fs::path> LiveRun::stored_so_far(const fs::path& work, Diagnostics& diagnostics) const {
    const std::string reading = told_so_far(work / "tapestry.reading");
    const fs::path copy = scratch_ / "tapestry.reading";
    const fs::path run = scratch_ / "run.tapdb";
    if (const auto written = write_file(copy, reading, diagnostics); !written)
        return written.failure();
    const RunFacts facts{{{"ended", "is still under way"}, {"tapestry_version", kVersion}}, true};
    std::error_code ec;
    const fs::path woven = fs::exists(work / "woven", ec) ? work : path_;
    const NamedFile named{copy, path_ / "tapestry.reading"};
    if (const auto done =
            store_run(named, woven / "woven" / "taps.json", facts, {}, run, diagnostics);
        !done)
        return done.failure();
    return run;
}

Result<std::string> LiveRun::data(Diagnostics& diagnostics) const {
    std::error_code ec;
    const fs::path work = work_folder();
    const bool reported = !work.empty() && !told_so_far(work / "tapestry.reading").empty();
    if (!reported && fs::exists(finished(), ec)) return html_run(finished(), {}, diagnostics);
    if (!reported) return std::string();
    const Result<fs::path> run = stored_so_far(work, diagnostics);
    return run ? html_run(*run, {}, diagnostics) : run.failure();
}

}  // namespace tapestry
