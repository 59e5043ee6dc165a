// SPDX-License-Identifier: Apache-2.0
#include "jobs/software/board_watch.h"

#include <set>

#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {
constexpr const char* kReading = "board.reading";
constexpr const char* kSights = "board.sights";
}  // namespace

BoardWatch::BoardWatch(OpenBoard board, SessionOptions session)
    : board_(std::move(board)), session_(std::move(session)) {
    session_.commands.insert(session_.commands.begin(), {BoardVerb::clear, {}});
    session_.on_ready = [this] {
        if (!was_ready_.exchange(true)) ready_.set_value(true);
    };
    session_.goes_on = [this] { return goes_on_.load(); };
    thread_ = std::thread([this] { watch(); });
}

BoardWatch::~BoardWatch() {
    goes_on_ = false;
    if (thread_.joinable()) thread_.join();
}

void BoardWatch::watch() {
    collected_ = collect(board_.map, *board_.transport, session_, said_);
    if (!was_ready_.exchange(true)) ready_.set_value(false);
}

bool BoardWatch::is_ready() { return ready_.get_future().get(); }

Result<Collected> BoardWatch::finish(Diagnostics& diagnostics) {
    goes_on_ = false;
    thread_.join();
    for (const Diagnostic& d : said_.all()) diagnostics.add(d);
    return std::move(*collected_);
}

const std::string& BoardWatch::clock() const {
    const auto hub = static_cast<std::size_t>(board_.map.link.clocks.front().clock);
    return board_.map.clocks[hub].path;
}

Result<Done> store_board_files(const BoardWatch& watch, const Collected& collected,
                               const fs::path& folder, Diagnostics& diagnostics) {
    BoardClockPoints sights{own_boot(), watch.clock(), {}};
    for (const CutSight& s : collected.sights)
        sights.sights.push_back({s.edges, s.before_ns, s.after_ns});
    if (const auto written = write_file(folder / kReading, to_text(collected.reading), diagnostics);
        !written)
        return written.failure();
    return write_file(folder / kSights, to_text(sights), diagnostics);
}

void add_boards(std::vector<Recording>& recordings, const std::vector<fs::path>& files) {
    std::set<fs::path> folders;
    for (const fs::path& file : files) folders.insert(file.parent_path());
    for (const fs::path& folder : folders) {
        std::error_code ec;
        Diagnostics unheard;
        if (!fs::exists(folder / kSights, ec)) continue;
        const Result<std::string> text = read_file(folder / kSights, unheard);
        const auto sights = text ? clock_points_from_text(*text) : std::nullopt;
        if (sights) add_board(recordings, *sights, (folder / kReading).string());
    }
}

}  // namespace tapestry
