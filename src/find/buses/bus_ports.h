// SPDX-License-Identifier: Apache-2.0
// The ports of a bus that is looked for by name: one of them has the word that gives the bus away,
// the others are found beside it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

enum class Side { with, against };  // the direction of the port that gives the bus away

class BusPorts {
public:
    // The name of `port` must have been split at its word.
    BusPorts(const Subject& on, const SiblingNames& names, VarId port, ValidName name)
        : on_(on), names_(names), port_(port), name_(std::move(name)) {}

    VarId port() const { return port_; }
    // The port of one of these words on that side; `bits` 0: any width.
    VarId find(std::initializer_list<const char*> words, Side side, std::uint32_t bits) const;
    // What people call the bus: "wb" of `wb_cyc_i`, "wb" of `i_wb_cyc`, `fallback` of `cyc`.
    std::string name(const std::string& fallback) const;

private:
    const Subject& on_;
    const SiblingNames& names_;
    VarId port_;
    ValidName name_;
};

// The name around `word`, which must stand alone: `wb_cyc_i`, not `cycle`.
std::optional<ValidName> split_at(const std::string& lower_name, const std::string& word);

// The clock of the net that the module drives; failing that, of the other.
std::optional<FindingClock> clock_of_bus(const Subject& on, VarId driven, VarId other);

}  // namespace tapestry
