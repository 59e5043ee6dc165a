// SPDX-License-Identifier: Apache-2.0
// Every number that a tap measures, once: its word, how it adds up, its unit, what it means and
// what people call it. Records of a reading, the columns of the public views, their pages in docs/
// and the row types of the page all come from this list; docs/counting.md defines each number
// exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/tap_form.h"

namespace tapestry {

// What becomes of a number from one record to the next.
enum class Adds : std::uint8_t {
    per_frame,  // only grows, and how much it grew in each frame is kept
    total,      // only grows
    least,      // the smallest so far
    most,       // the largest so far
    stands,     // does not change once it is there, or says nothing of the run
    rows,       // a row for each thing: state, transition, bin, record
};

struct Measure {
    std::string_view word;
    Adds adds = Adds::total;
    std::string_view unit;     // cycles, beats, …; empty for a plain count
    std::string_view label;    // a heading for people
    std::string_view meaning;  // a clause for the manual
    // It says something only where this number is not 0: the least of nothing is not 0.
    std::string_view needs = {};
    // Of rows: the numbers that name a row, then those that it has.
    std::string_view keys = {};
    std::string_view values = {};

    // The column of a view that shows it, when it has a name of its own.
    std::string_view shown_as = {};
    std::string_view column() const { return shown_as.empty() ? word : shown_as; }

    bool is_rows() const { return adds == Adds::rows; }
    // Numbers behind the word in a record.
    std::size_t key_count() const;
    std::size_t value_count() const;
};

// The words of every tap's record, and of a clock's. A record that lacks one of the first four is
// damaged; any other word that is missing counts as 0.
std::span<const Measure> common_measures();
bool is_required(std::string_view word);
std::span<const Measure> clock_measures();

// In the order of a record.
std::span<const Measure> measures_of(TapKind kind);
// The measure of that kind and word; our own bug when there is none.
const Measure& measure(TapKind kind, std::string_view word);

// The part of docs/formats.md that lists the words of each kind.
std::string measures_markdown();

}  // namespace tapestry
