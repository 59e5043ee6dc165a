// SPDX-License-Identifier: Apache-2.0
// A [[tap]] of a project file.
#pragma once

#include "model/project.h"
#include "read/project/toml_reader.h"

namespace tapestry {

// What is wrong with it is reported; the tap is then of no use.
CustomTap tap_of(const toml::table& table, TomlReader& toml);

}  // namespace tapestry
