// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/board_reading.h"

#include "base/codes.h"
#include "base/file.h"

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

}  // namespace tapestry
