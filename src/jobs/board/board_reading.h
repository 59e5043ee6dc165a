// SPDX-License-Identifier: Apache-2.0
// How a board is read: where it is, what it is told first, what is asked of it.
#pragma once

#include <filesystem>
#include <memory>

#include "jobs/options/options.h"
#include "jobs/stages/clock_rates.h"
#include "jobs/stages/stages.h"
#include "run/board/session.h"
#include "run/board/transport.h"

namespace tapestry {

struct BoardReading {
    TransportOptions device;
    std::vector<std::string> commands;  // see link/board_command.h
    SessionOptions session;
    std::string save_reading;  // file to keep its reading in; empty: none
};

// --link, --offset and --baud.
void add_link_options(OptionList& app, TransportOptions& device);

// The device, with the map of what is in it. Fails when the map is of no board, or the device
// cannot be opened.
struct OpenBoard {
    TapMap map;
    std::unique_ptr<Transport> transport;
};
Result<OpenBoard> open_board(BoardReading& board, const std::filesystem::path& tap_map,
                             const ClockRates& clocks, Diagnostics& diagnostics);

// What a board has counted, to a run file.
Result<StoredRun> store_board(BoardReading board, const std::filesystem::path& tap_map,
                              RunFacts facts, const ClockRates& clocks,
                              const std::filesystem::path& run, Diagnostics& diagnostics);

}  // namespace tapestry
