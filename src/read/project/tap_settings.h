// SPDX-License-Identifier: Apache-2.0
// A [[tap]] of a project file.
#pragma once

#include "model/project.h"
#include "read/project/toml_reader.h"

namespace tapestry {

// Errors are reported; the tap is then unusable.
CustomTap tap_of(const toml::table& table, TomlReader& toml);

}  // namespace tapestry
