// SPDX-License-Identifier: Apache-2.0
// Conditions of an elaborated module: evaluated for given values of some signals, or printed as
// Verilog.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

// One-bit expressions under given values of some signals, traced through combinational wires;
// nothing if the value depends on any other signal.
class ConditionValues {
public:
    ConditionValues(const ModuleIndex& index, std::map<VarId, bool> values)
        : index_(index), module_(index.module()), values_(std::move(values)) {}

    std::optional<bool> of(ExprId expr) { return of(expr, 0); }
    // Of the conjunction of all guards.
    std::optional<bool> of(const std::vector<Guard>& guards);

private:
    std::optional<bool> of(ExprId expr, int depth);
    std::optional<bool> computed(const Expr& e, int depth);
    std::optional<bool> comparison(const Expr& e, int depth);
    std::optional<bool> variable(VarId var, int depth);
    std::optional<bool> matches(const Guard& guard, const std::vector<ExprId>& items);
    std::optional<bool> case_item(const Guard& guard);

    const ModuleIndex& index_;
    const Module& module_;
    std::map<VarId, bool> values_;
    std::map<ExprId, std::optional<bool>> memo_;
};

std::optional<bool> evaluate(const ModuleIndex& index, ExprId expr,
                             const std::map<VarId, bool>& values);
std::optional<bool> evaluate(const ModuleIndex& index, const std::vector<Guard>& guards,
                             const std::map<VarId, bool>& values);

// The given values plus their backward implications: with ready = !full, `ready` = 1 implies `full`
// = 0.
std::map<VarId, bool> with_implied(const ModuleIndex& index, std::map<VarId, bool> values);

// The guards that remain while the reset (`rst`, `!rst_n`, or empty) is inactive; nothing if they
// hold only under the reset.
std::optional<std::vector<Guard>> without_reset(const ModuleIndex& index,
                                                const std::vector<Guard>& guards,
                                                const std::string& reset);

// The guards as one expression in the module's own names; nothing if one cannot be printed. Guards
// on `leave_out` (a reset) are dropped. Constants wider than one bit are printed as numbers, so the
// text may differ between parameterisations.
std::optional<std::string> render(const ModuleIndex& index, const std::vector<Guard>& guards,
                                  const std::string& leave_out);
// One expression, with the names that `name_of` gives to its variables.
using NameOf = std::function<std::optional<std::string>(VarId)>;
std::optional<std::string> render(const Module& module, ExprId expr, const NameOf& name_of);

}  // namespace tapestry
