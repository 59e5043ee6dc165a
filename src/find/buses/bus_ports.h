// SPDX-License-Identifier: Apache-2.0
// The ports of a bus found by name: one port has the characteristic word, the others are searched
// in its scope.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "find/module/sibling_names.h"
#include "find/module/subject.h"

namespace tapestry {

enum class Side { with, against };  // relative to the direction of the characteristic port

class BusPorts {
public:
    // `port` is the characteristic port; its name must be split at its word.
    BusPorts(const Subject& on, const SiblingNames& names, VarId port, ValidName name)
        : on_(on), names_(names), port_(port), name_(std::move(name)) {}

    VarId port() const { return port_; }
    // The port with one of these words on that side; `bits` 0: any width.
    VarId find(std::initializer_list<const char*> words, Side side, std::uint32_t bits) const;
    // The name of the bus: "wb" for `wb_cyc_i` and `i_wb_cyc`, `fallback` for `cyc`.
    std::string name(const std::string& fallback) const;

private:
    const Subject& on_;
    const SiblingNames& names_;
    VarId port_;
    ValidName name_;
};

// The name split around `word`, which must be a whole word: `wb_cyc_i`, not `cycle`.
std::optional<ValidName> split_at(const std::string& lower_name, const std::string& word);

// The clock of the net that the module drives, or else of the other.
std::optional<FindingClock> clock_of_bus(const Subject& on, VarId driven, VarId other);

}  // namespace tapestry
