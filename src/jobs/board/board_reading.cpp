// SPDX-License-Identifier: Apache-2.0
#include "jobs/board/board_reading.h"

#include "base/codes.h"
#include "base/file.h"
#include "run/reading/match.h"

namespace tapestry {

namespace fs = std::filesystem;

void add_link_options(OptionList& app, TransportOptions& device) {
    app.add_option("--link", device.link, "Link of the device (default: that of the tap map)")
        ->check(one_of({"uart", "axil", "axis", "inband", "dram"}));
    app.add_option("--offset", device.offset, "axil: offset of the registers in the device")
        ->type_name("BYTES");
    app.add_option("--baud", device.baud, "uart: bits a second")
        ->capture_default_str()
        ->type_name("N");
}

Result<OpenBoard> open_board(BoardReading& board, const fs::path& map_path,
                             const ClockRates& clocks, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(map_path, diagnostics);
    if (!text) return failure;
    Result<TapMap> map = tap_map_from_json(*text, map_path.string(), diagnostics);
    if (!map || !check_clock_rates(clocks, map->clocks, diagnostics)) return failure;
    if (map->link.positions == 0) {
        diagnostics.report(Code::link_not_woven, {map_path.string(), 0});
        return failure;
    }
    Result<std::vector<BoardCommand>> told = board_commands(board.commands, *map, diagnostics);
    if (!told) return failure;
    board.session.commands = std::move(*told);
    if (board.device.link.empty()) board.device.link = map->link.link;
    board.device.stream_bytes = std::max<std::size_t>(1, map->link.stream_bytes);
    Result<std::unique_ptr<Transport>> transport = open_transport(board.device, diagnostics);
    if (!transport) return failure;
    return OpenBoard{std::move(*map), std::move(*transport)};
}

Result<StoredRun> store_board(BoardReading board, const fs::path& map_path, RunFacts facts,
                              const ClockRates& clocks, const fs::path& run_path,
                              Diagnostics& diagnostics) {
    const Result<OpenBoard> open = open_board(board, map_path, clocks, diagnostics);
    if (!open) return failure;
    const Result<Collected> collected =
        collect(open->map, *open->transport, board.session, diagnostics);
    if (!collected) return failure;
    facts.partial = !collected->complete;
    if (!board.save_reading.empty() &&
        !write_file(board.save_reading, to_text(collected->reading), diagnostics))
        return failure;
    return store_analysed(match(open->map, collected->reading, facts, diagnostics), clocks,
                          run_path, diagnostics);
}

}  // namespace tapestry
