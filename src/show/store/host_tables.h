// SPDX-License-Identifier: Apache-2.0
// The tables of software: written from a run's HostPart, and read back.
#pragma once

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

void write_host(const HostPart& host, Database& db);

// Reads into a run that already has its taps and places. False if a row refers to one that does not
// exist.
bool read_host(Run& run, Database& db, int format);

}  // namespace tapestry
