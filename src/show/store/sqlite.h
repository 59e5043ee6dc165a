// SPDX-License-Identifier: Apache-2.0
// Thin RAII wrappers of SQLite. Errors are sticky: after the first one every call does nothing, so
// that a writer checks once, at its end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace tapestry {

class Database {
public:
    // `uri` is a file: URI, `flags` are those of sqlite3_open_v2.
    Database(const std::string& uri, int flags);

    bool good() const { return error_.empty(); }
    const std::string& error() const { return error_; }
    bool damaged() const { return damaged_; }  // the error is in the file, not in the SQL
    // The disk is full, or the file may not be written.
    bool unwritable() const { return unwritable_; }
    void fail(const std::string& error);
    void fail_with(int status);  // with SQLite's message for the status
    void forget_error();
    void run(const std::string& sql);  // statements without rows
    std::int64_t last_row() const;     // the id of the row that was inserted last
    sqlite3* handle() const { return handle_.get(); }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    std::unique_ptr<sqlite3, Close> handle_;
    std::string error_;
    bool damaged_ = false;
    bool unwritable_ = false;
};

// A file that other processes write to as well: waits for them for a while. `make` may make it.
std::unique_ptr<Database> open_shared(const std::string& path, bool make);

// Bytes that are no text.
struct Blob {
    std::string_view bytes;
};

class Statement {
public:
    Statement(Database& database, std::string_view sql);

    // Binds one value for each `?`, executes, and resets the statement for the next row.
    template <class... Values>
    void insert(const Values&... values) {
        int index = 0;
        (bind(++index, values), ...);
        finish_row();
    }

    bool next();  // false at the end and on errors
    // A cell of the current row. A cell of another type reads as 0 or "".
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;  // also of a blob
    bool is_null(int column) const;
    int columns() const;
    std::string column_name(int column) const;
    sqlite3_stmt* handle() const { return handle_.get(); }

private:
    void bind(int index, std::int64_t value);
    void bind(int index, int value) { bind(index, static_cast<std::int64_t>(value)); }
    void bind(int index, std::uint64_t value);  // saturates at 2^63-1, see stored()
    void bind(int index, double value);
    void bind(int index, std::string_view value);
    void bind(int index, const Blob& value);
    void bind(int index, std::nullopt_t);
    template <class Value>
    void bind(int index, const std::optional<Value>& value) {
        value ? bind(index, *value) : bind(index, std::nullopt);
    }
    void finish_row();

    struct Finalize {
        void operator()(sqlite3_stmt* handle) const;
    };
    Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

// SQLite integers are signed, 64 bits. A larger number saturates, and never wraps around.
constexpr std::uint64_t kLargestStored = 0x7fff'ffff'ffff'ffff;
inline std::int64_t stored(std::uint64_t number) {
    return static_cast<std::int64_t>(number < kLargestStored ? number : kLargestStored);
}

// "file:" URI of a path, with special characters percent-encoded.
std::string file_uri(const std::string& path, std::string_view query);

}  // namespace tapestry
