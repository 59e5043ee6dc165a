// SPDX-License-Identifier: Apache-2.0
// The design that is tuned: its knobs, and the area of a point of it.
#pragma once

#include "base/scratch.h"
#include "jobs/what_if/tune.h"
#include "model/design.h"
#include "model/project.h"

namespace tapestry {

// A setting in the words of 'tapestry profile': -G or -D, or a parameter of an instance.
bool is_of_instance(const std::string& setting);
bool is_macro(const std::string& setting);

class TunedDesign {
public:
    static Result<TunedDesign> of(const TuneOptions& options, Diagnostics& diagnostics);

    // The depths of the queues of a run of this design, as powers of two up to twice what they
    // are, one knob for all queues of one text.
    std::vector<Knob> depth_knobs(const Run& run) const;

    Result<Area> area(const std::vector<std::string>& settings, Diagnostics& diagnostics) const;
    // What the settings change in the sources.
    Result<std::string> diff(const std::vector<std::string>& settings,
                             Diagnostics& diagnostics) const;

    double share(const Area& area) const;  // of the device

    // Which of the values of a named knob the design has; the first if none, or of a macro. False
    // if the design has no such parameter.
    Result<Done> find_preset(Knob& knob, Diagnostics& diagnostics) const;

private:
    TunedDesign() = default;
    Result<Project> with(const std::vector<std::string>& settings, Diagnostics& diagnostics) const;

    Project project_;
    Design design_;
    std::string family_;
    Area room_;  // of the device
};

// NAME=RANGE; fails with command_line_refused.
Result<Knob> knob_from_text(const std::string& text, Diagnostics& diagnostics);

}  // namespace tapestry
