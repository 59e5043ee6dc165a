// SPDX-License-Identifier: Apache-2.0
// Reads a value change dump as a stream: first the names, then one time step after the other.
// Nothing but the wanted signals is kept, so the size of the file does not matter.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bits.h"

namespace recount {

// A variable as its $var line declares it. left:right is its range.
struct Variable {
    int signal = -1;  // variables that are one net share it
    int width = 1;
    std::int64_t left = 0;
    std::int64_t right = 0;
};

// A scope of the dump; a packed struct may appear as one, with its fields as variables.
struct Scope {
    std::string name;
    Scope* parent = nullptr;
    std::vector<std::unique_ptr<Scope>> children;
    std::map<std::string, Variable> variables;

    const Scope* child(const std::string& child_name) const;
};

struct Change {
    int signal;
    Bits value;
};

// Everything that changed at one time stamp.
struct TimeStep {
    std::uint64_t time = 0;
    std::vector<Change> changes;
};

class VcdReader {
public:
    // Reads up to $enddefinitions. Throws std::runtime_error with the line on malformed text.
    explicit VcdReader(std::istream& input);

    const Scope& root() const { return root_; }
    // Only wanted signals appear in the steps.
    void want(int signal) { signals_[static_cast<std::size_t>(signal)].wanted = true; }
    int signal_count() const { return static_cast<int>(signals_.size()); }
    int width_of(int signal) const { return signals_[static_cast<std::size_t>(signal)].width; }

    // The next time stamp with its changes; false at the end of the file.
    bool next(TimeStep& step);

private:
    struct Signal {
        int width;
        bool wanted;
    };

    bool next_word(std::string& word);
    void read_header();
    void read_variable(Scope& scope);
    void skip_to_end();
    void add_change(TimeStep& step, std::string_view digits, std::string_view code);
    [[noreturn]] void fail(const std::string& what) const;

    std::istream& input_;
    std::string line_;
    std::size_t position_ = 0;
    std::uint64_t line_number_ = 0;
    Scope root_;
    std::vector<Signal> signals_;
    std::unordered_map<std::string, int> signal_of_code_;
    std::uint64_t next_time_ = 0;
    bool is_started_ = false;
    bool at_end_ = false;
};

}  // namespace recount
