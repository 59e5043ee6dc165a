// SPDX-License-Identifier: Apache-2.0
// What scan found, for people and for machines.
#pragma once

#include <string>

#include "tool/stages.h"

namespace tapestry {

std::string scan_text(const Scanned& scanned, bool with_rejected);
std::string scan_json(const Scanned& scanned);

}  // namespace tapestry
