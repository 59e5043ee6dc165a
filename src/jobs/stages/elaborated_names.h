// SPDX-License-Identifier: Apache-2.0
// What a simulator has elaborated, read from the header of the waveform it began.
#pragma once

#include <filesystem>
#include <optional>

#include "model/elaborated_names.h"

namespace tapestry {

// The scope of the unit that was elaborated; nothing when there is no such waveform.
std::optional<NamedScope> read_elaborated(const std::filesystem::path& waveform);

}  // namespace tapestry
