// SPDX-License-Identifier: Apache-2.0
// What is tuned: a design in Verilog or VHDL (tune_design.h), or a C program (tune_program.h).
// Settings are NAME=VALUE, one for each knob.
#pragma once

#include <memory>

#include "jobs/what_if/tune.h"

namespace tapestry {

class TuneTarget {
public:
    virtual ~TuneTarget() = default;

    // Of the sources: results of other texts are no results.
    virtual std::string key() const = 0;
    // Knobs that are found in the sources.
    virtual std::vector<Knob> text_knobs() const { return {}; }
    // The depths of the queues of a run of this design, as powers of two up to twice what they
    // are, one knob for all queues of one text.
    virtual std::vector<Knob> depth_knobs(const Run&) const { return {}; }
    // Which of the values of a named knob the design has; the first if none, or of a macro. False
    // if there is no such thing to set.
    virtual Result<Done> find_preset(Knob& knob, Diagnostics& diagnostics) const = 0;

    // Runs it, unless the run is there. Fails where it cannot be built.
    virtual Result<Run> run(const std::vector<std::string>& settings,
                            Diagnostics& diagnostics) const = 0;
    // Why a run is none that counts; empty if it does.
    virtual std::string objection(const Run& run) const = 0;
    // Whether runs would write the same files, so that there is one at a time.
    virtual bool runs_alone() const { return false; }
    // A run of the design as it is took so long: another simulator may be faster. Says which one.
    virtual std::string faster_simulator(const Run&, const std::vector<std::string>&, double) {
        return "";
    }
    virtual void take_simulator(const std::string&) {}

    virtual Result<Area> area(const std::vector<std::string>& settings,
                              Diagnostics& diagnostics) const = 0;
    virtual std::string bottleneck(const Run& run) const = 0;
    // How a point is made: the call, and the difference of the sources.
    virtual Result<std::string> patch(const std::vector<std::string>& settings,
                                      Diagnostics& diagnostics) const = 0;
};

struct TuneDevice {
    const char* name;
    const char* family;
    Area room;  // block RAMs of 18 Kbit of xc7 and ECP5, of 4 Kbit of iCE40

    double share(const Area& area) const;
};
// Null if there is none of that name.
const TuneDevice* find_tune_device(const std::string& name);

// NAME=RANGE; fails with command_line_refused.
Result<Knob> knob_from_text(const std::string& text, Diagnostics& diagnostics);

Result<std::unique_ptr<TuneTarget>> tuned_design(const TuneOptions& options,
                                                 Diagnostics& diagnostics);
Result<std::unique_ptr<TuneTarget>> tuned_program(const TuneOptions& options,
                                                  Diagnostics& diagnostics);

}  // namespace tapestry
