// SPDX-License-Identifier: Apache-2.0
#include "jobs/board/board_reading.h"

#include "base/codes/links.h"
#include "base/file.h"
#include "run/reading/match.h"

namespace tapestry {

namespace fs = std::filesystem;

void add_link_options(OptionList& app, TransportOptions& device) {
    app.add_option("--link", device.link, "Link of the device (default: that of the tap map)")
        ->check(one_of({"uart", "axil", "axis", "inband", "dram", "jtag-xilinx", "jtag-intel",
                        "jtag-ecp5", "jtag-pins"}));
    app.add_option("--offset", device.offset, "axil: offset of the registers in the device")
        ->type_name("BYTES");
    app.add_option("--baud", device.baud, "uart: bits a second")
        ->capture_default_str()
        ->type_name("N");
    app.add_option("--tap", device.tap, "jtag: TAP of the FPGA (default: the first of OpenOCD's)")
        ->type_name("NAME");
}

Result<OpenBoard> open_board(BoardReading& board, const fs::path& map_path,
                             const ClockRates& clocks, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(map_path, diagnostics);
    if (!text) return text.failure();
    Result<TapMap> map = tap_map_from_json(*text, map_path.string(), diagnostics);
    if (!map) return map.failure();
    if (const auto done = check_clock_rates(clocks, map->clocks, diagnostics); !done)
        return done.failure();
    if (map->link.positions == 0) {
        return diagnostics.report(code::link_not_woven, {map_path.string(), 0});
    }
    Result<std::vector<BoardCommand>> told = board_commands(board.commands, *map, diagnostics);
    if (!told) return told.failure();
    board.session.commands = std::move(*told);
    if (board.device.link.empty()) board.device.link = map->link.link;
    board.device.stream_bytes = std::max<std::size_t>(1, map->link.stream_bytes);
    Result<std::unique_ptr<Transport>> transport = open_transport(board.device, diagnostics);
    if (!transport) return transport.failure();
    return OpenBoard{std::move(*map), std::move(*transport)};
}

Result<StoredRun> store_board(BoardReading board, const fs::path& map_path, RunFacts facts,
                              const ClockRates& clocks, const fs::path& run_path,
                              Diagnostics& diagnostics) {
    const Result<OpenBoard> open = open_board(board, map_path, clocks, diagnostics);
    if (!open) return open.failure();
    const Result<Collected> collected =
        collect(open->map, *open->transport, board.session, diagnostics);
    if (!collected) return collected.failure();
    facts.partial = !collected->complete;
    if (!board.save_reading.empty()) {
        const std::string text = to_text(collected->reading);
        if (const auto written = write_file(board.save_reading, text, diagnostics); !written)
            return written.failure();
    }
    return store_analysed(match(open->map, collected->reading, facts, diagnostics), clocks,
                          run_path, diagnostics);
}

}  // namespace tapestry
