// SPDX-License-Identifier: Apache-2.0
// Opens a run file safely: no SQL in the file is executed, its table definitions are compared with
// ours, and the tables of an older format are converted to the current ones by temporary views.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostics.h"

namespace tapestry {

class Database;

// The run file that a path refers to: the file itself, or the run that a command left in a folder.
std::filesystem::path run_file_of(const std::filesystem::path& path);

// False, with a diagnostic, if it cannot be read.
Result<Done> is_readable(const std::filesystem::path& path, Diagnostics& diagnostics);
std::string uri_of(const std::filesystem::path& path);

// Turns off every feature by which a file could execute code; `attached` more files may follow.
void harden(Database& db, std::size_t attached);
// The last step of opening: only reading is allowed from here on.
void close_for_writing(Database& db);

// The format of the run that is attached as `schema`; sets the error of `db` if it is unsupported.
int checked_format(Database& db, const std::string& schema);
// Adds temporary views that convert the tables of an older run to the current ones.
void add_older_tables(Database& db, const std::string& schema, int format);
// Replaces the table names raw_NAME in `sql` by those of one run.
std::string over_run(const std::string& sql, const std::string& schema, int format);

}  // namespace tapestry
