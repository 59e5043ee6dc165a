// SPDX-License-Identifier: Apache-2.0
// Where GHDL breaks down: it names no place then. Parts of the design are tried alone, and texts
// with one part less, until it does not.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/diagnostics.h"

namespace tapestry {

struct CrashTrial {
    // Whether GHDL breaks down over an entity (in lower case).
    std::function<bool(const std::string& entity)> crashes;
    // The same, with another text for one of the files; true also where GHDL refuses that text.
    std::function<bool(const std::string& entity, const std::string& file, const std::string& text)>
        crashes_with;
};

struct CrashPlace {
    std::string entity;
    Place place;  // a statement, a process, or else the entity
};

// `texts` by file. GHDL breaks down over `top`.
CrashPlace crash_place(const std::string& top, const std::map<std::string, std::string>& texts,
                       const CrashTrial& trial);

// What GHDL says of itself when it has broken down; empty when it has not.
std::string crash_reason(const std::string& output);

}  // namespace tapestry
