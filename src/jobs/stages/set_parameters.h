// SPDX-License-Identifier: Apache-2.0
// Parameters of instances inside the design, set in the copy that is simulated (--set).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/design.h"
#include "model/project.h"
#include "model/queue_texts.h"
#include "model/tap_map.h"
#include "read/vhdl/vhdl_generics.h"

namespace tapestry {

// `settings` are PATH.PARAMETER=VALUE. The texts of the project's files are replaced; a text that
// makes several instances sets the parameter of all of them. Fails with command_line_refused.
Result<Done> set_parameters(const std::vector<std::string>& settings, const Design& design,
                            Project& project, Diagnostics& diagnostics);

// Names the text that makes the instance at a path: instances of the same text are set together.
// Empty if there is no such instance.
std::string text_of_instance(const Design& design, const std::string& path);

// What goes by the texts that set the depths of queues.
std::vector<QueueText> queue_texts_of(const Design& design, const Project& project,
                                      const TapMap& map);

// The texts of the VHDL of a project, as they are set so far.
VhdlTexts vhdl_texts_of(const Project& project);

// Sets what of the settings are generics of VHDL, before the design is scanned; returns the others.
std::vector<std::string> set_generics(const std::vector<std::string>& settings, Project& project);

}  // namespace tapestry
