// SPDX-License-Identifier: Apache-2.0
// The tables of software: written from a run's HostPart, and read back.
#pragma once

#include <functional>
#include <memory>

#include "model/run.h"

namespace tapestry {

class Database;
class Statement;

// The table of messages, row by row.
class MessageTable {
public:
    explicit MessageTable(Database& db);
    ~MessageTable();
    void add(const RunMessage& message);

private:
    std::unique_ptr<Statement> row_;
    std::uint64_t count_ = 0;
};

// A place of a row that was checked; -1: none.
int place_in(const Statement& row, int column);

// Goes through it, in its order.
void each_message(Database& db, const std::function<void(const RunMessage&)>& take);

void write_host(const HostPart& host, Database& db);

// Reads all but messages into a run that already has its taps and places. False if a row, also of a
// message, refers to one that does not exist.
bool read_host(Run& run, Database& db, int format);

}  // namespace tapestry
