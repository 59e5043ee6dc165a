// SPDX-License-Identifier: Apache-2.0
#include "show/store/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cctype>

namespace tapestry {

namespace {

bool is_blank(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c); });
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Statement::Finalize::operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }

Database::Database(const std::string& uri, int flags) {
    sqlite3* handle = nullptr;
    const int status = sqlite3_open_v2(uri.c_str(), &handle,
                                       flags | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE, nullptr);
    handle_.reset(handle);
    if (status != SQLITE_OK) fail_with(status);
}

void Database::fail(const std::string& error) {
    if (good()) error_ = error;
}

void Database::fail_with(int status) {
    if (!good()) return;
    const int kind = status & 0xff;
    damaged_ = kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_IOERR ||
               kind == SQLITE_CANTOPEN;
    const int exactly = handle() ? sqlite3_extended_errcode(handle()) : status;
    unwritable_ = kind == SQLITE_FULL || kind == SQLITE_READONLY || kind == SQLITE_PERM ||
                  exactly == SQLITE_IOERR_WRITE || exactly == SQLITE_IOERR_FSYNC;
    fail(handle() ? sqlite3_errmsg(handle()) : sqlite3_errstr(status));
}

void Database::forget_error() {
    error_.clear();
    damaged_ = false;
    unwritable_ = false;
}

void Database::run(const std::string& sql) {
    if (!good()) return;
    const int status = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) fail_with(status);
}

std::int64_t Database::last_row() const { return good() ? sqlite3_last_insert_rowid(handle()) : 0; }

std::unique_ptr<Database> open_shared(const std::string& path, bool make) {
    constexpr int kPatienceMs = 20'000;
    auto db = make ? std::make_unique<Database>(file_uri(path, "mode=rwc"),
                                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
                   : std::make_unique<Database>(file_uri(path, "mode=ro"), SQLITE_OPEN_READONLY);
    if (db->good()) sqlite3_busy_timeout(db->handle(), kPatienceMs);
    return db;
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
    if (!database.good()) return;
    sqlite3_stmt* handle = nullptr;
    const char* rest = nullptr;
    const int status = sqlite3_prepare_v2(database.handle(), sql.data(),
                                          static_cast<int>(sql.size()), &handle, &rest);
    handle_.reset(handle);
    if (status != SQLITE_OK) {
        database.fail_with(status);
    } else if (!handle) {
        database.fail("there is no SQL statement");
    } else if (!is_blank(sql.substr(static_cast<std::size_t>(rest - sql.data())))) {
        database.fail("there is more than one SQL statement");
    }
}

bool Statement::next() {
    if (!database_->good()) return false;
    const int status = sqlite3_step(handle());
    if (status == SQLITE_ROW) return true;
    if (status != SQLITE_DONE) database_->fail_with(status);
    return false;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle(), column); }

double Statement::real(int column) const { return sqlite3_column_double(handle(), column); }

std::string Statement::text(int column) const {
    const void* bytes = sqlite3_column_blob(handle(), column);
    const int size = sqlite3_column_bytes(handle(), column);
    return bytes ? std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))
                 : std::string();
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(handle(), column) == SQLITE_NULL;
}

int Statement::columns() const { return handle_ ? sqlite3_column_count(handle()) : 0; }

std::string Statement::column_name(int column) const {
    const char* name = sqlite3_column_name(handle(), column);
    return name ? name : "";
}

void Statement::bind(int index, std::int64_t value) {
    if (database_->good()) sqlite3_bind_int64(handle(), index, value);
}

void Statement::bind(int index, std::uint64_t value) { bind(index, stored(value)); }

void Statement::bind(int index, double value) {
    if (database_->good()) sqlite3_bind_double(handle(), index, value);
}

void Statement::bind(int index, std::string_view value) {
    if (!database_->good()) return;
    // Not copied: the caller's text outlives finish_row(), and SQLite does not use it after that.
    sqlite3_bind_text64(handle(), index, value.data() ? value.data() : "", value.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int index, const Blob& value) {
    if (!database_->good()) return;
    sqlite3_bind_blob64(handle(), index, value.bytes.data() ? value.bytes.data() : "",
                        value.bytes.size(), SQLITE_STATIC);
}

void Statement::bind(int index, std::nullopt_t) {
    if (database_->good()) sqlite3_bind_null(handle(), index);
}

void Statement::finish_row() {
    next();
    if (handle_) sqlite3_reset(handle());
}

std::string file_uri(const std::string& path, std::string_view query) {
    std::string uri = "file:";
    for (const char c : path) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '/' || c == '.' ||
                           c == '_' || c == '-';
        uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri.append("?").append(query);
}

}  // namespace tapestry
