// SPDX-License-Identifier: Apache-2.0
// A run file as SQLite sees it: opened so that nothing in it can act on us, its tables compared
// with ours, and those of an older format made to look like today's.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostics.h"

namespace tapestry {

class Database;

// The run that a user means: a file, or the one that a command has left in a folder.
std::filesystem::path run_file_of(const std::filesystem::path& path);

// False, and said so, when it cannot be read.
bool is_readable(const std::filesystem::path& path, Diagnostics& diagnostics);
std::string uri_of(const std::filesystem::path& path);

// Closes every door by which a file could act on us; `attached` more files may follow.
void harden(Database& db, std::size_t attached);
// The last step of opening: from here on nothing but reading happens.
void close_for_writing(Database& db);

// The format of the run that is open as `schema`; the database fails when it is none that we read.
int checked_format(Database& db, const std::string& schema);
// Makes today's tables of an older run.
void add_older_tables(Database& db, const std::string& schema, int format);
// SQL over tables that are written raw_NAME, over those of one run.
std::string over_run(const std::string& sql, const std::string& schema, int format);

}  // namespace tapestry
