// SPDX-License-Identifier: Apache-2.0
// The one list of all numbers that taps measure: word, aggregation, unit, meaning and label. The
// records of a reading, the columns of the public views, their pages in docs/ and the row types of
// the page are all generated from this list; docs/counting.md defines each number exactly.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/tap_form.h"

namespace tapestry {

// How a number develops from one record to the next.
enum class Adds : std::uint8_t {
    per_frame,  // cumulative; its growth per frame is stored
    total,      // cumulative
    least,      // minimum so far
    most,       // maximum so far
    stands,     // constant once present, or not a number of the run
    rows,       // a row for each state, transition, bin or record
};

struct Measure {
    std::string_view word;
    Adds adds = Adds::total;
    std::string_view unit;     // cycles, beats, …; empty for a plain count
    std::string_view label;    // a heading for people
    std::string_view meaning;  // a clause for the manual
    // The number is meaningful only if this other number is not 0: there is no minimum of nothing.
    std::string_view needs = {};
    // For `rows`: the numbers that identify a row, then the numbers in it.
    std::string_view keys = {};
    std::string_view values = {};

    // The column of a view that shows it, if its name differs from the word.
    std::string_view shown_as = {};
    std::string_view column() const { return shown_as.empty() ? word : shown_as; }

    bool is_rows() const { return adds == Adds::rows; }
    // The count of numbers after the word in a record.
    std::size_t key_count() const;
    std::size_t value_count() const;
};

// The words in every tap's record and in every clock's. A record without one of the first four is
// damaged; any other missing word counts as 0.
std::span<const Measure> common_measures();
bool is_required(std::string_view word);
std::span<const Measure> clock_measures();

// In the order of the words in a record.
std::span<const Measure> measures_of(TapKind kind);
// The measure of that kind and word, which must exist.
const Measure& measure(TapKind kind, std::string_view word);

// The section of docs/formats.md that lists the words of each kind.
std::string measures_markdown();

}  // namespace tapestry
