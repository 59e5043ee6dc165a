// SPDX-License-Identifier: Apache-2.0
// Locates a crash of GHDL, which then names no place: parts of the design are tried alone, and
// texts with one part removed, until GHDL no longer crashes.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "base/diagnostics.h"

namespace tapestry {

struct CrashTrial {
    // True if GHDL crashes on an entity (in lower case).
    std::function<bool(const std::string& entity)> crashes;
    // The same with a replaced text for one of the files; also true if GHDL refuses that text.
    std::function<bool(const std::string& entity, const std::string& file, const std::string& text)>
        crashes_with;
};

struct CrashPlace {
    std::string entity;
    Place place;  // a statement, a process, or else the entity
};

// `texts` by file. GHDL crashes on `top`.
CrashPlace crash_place(const std::string& top, const std::map<std::string, std::string>& texts,
                       const CrashTrial& trial);

// GHDL's own message about its crash; empty if it did not crash.
std::string crash_reason(const std::string& output);

}  // namespace tapestry
