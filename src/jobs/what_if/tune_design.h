// SPDX-License-Identifier: Apache-2.0
// A design in Verilog or VHDL as a thing to tune.
#pragma once

#include "jobs/what_if/sweep_points.h"
#include "jobs/what_if/tune_target.h"
#include "model/design.h"
#include "model/project.h"
#include "read/vhdl/vhdl_generics.h"

namespace tapestry {

class TunedDesign : public TuneTarget {
public:
    static Result<std::unique_ptr<TuneTarget>> of(const TuneOptions& options,
                                                  Diagnostics& diagnostics);

    std::string key() const override { return key_; }
    std::vector<Knob> depth_knobs(const Run& run) const override;
    Result<Done> find_preset(Knob& knob, Diagnostics& diagnostics) const override;
    Result<Run> run(const std::vector<std::string>& settings,
                    Diagnostics& diagnostics) const override;
    std::string objection(const Run& run) const override;
    bool runs_alone() const override { return jobs_of(points_) == 1; }
    std::string faster_simulator(const Run& run, const std::vector<std::string>& settings,
                                 double seconds) override;
    void take_simulator(const std::string& simulator) override;
    Result<Area> area(const std::vector<std::string>& settings,
                      Diagnostics& diagnostics) const override;
    std::string bottleneck(const Run& run) const override;
    Result<std::string> patch(const std::vector<std::string>& settings,
                              Diagnostics& diagnostics) const override;

private:
    explicit TunedDesign(const TuneOptions& options);
    Result<Project> with(const std::vector<std::string>& settings, Diagnostics& diagnostics) const;
    Result<std::string> diff(const std::vector<std::string>& settings,
                             Diagnostics& diagnostics) const;

    static void take_preset(const std::string& value, Knob& knob);
    void find_generic(Tap& tap) const;
    void add_memories(std::vector<Knob>& knobs) const;
    std::string names() const;

    const std::string key_;
    const std::filesystem::path folder_;  // of the search
    PointOptions points_;
    Project project_;
    Design design_;
    std::vector<VhdlGeneric> generics_;
    std::string family_;
};

}  // namespace tapestry
