// SPDX-License-Identifier: Apache-2.0
// The fastest designs that fit: a Pareto front of cycles against area, every point of it really
// simulated and synthesized.
//
// Knobs are the depths of the queues that a recorded run of the design shows, and what the user
// names. The search goes in generations. The first tries the design as it is, with roomy queues,
// and each named knob at its ends. From each recorded run with roomy queues replay finds the least
// depths for several losses of time; for everything else a Gaussian process says which points may
// improve the front (explain/prediction/design_space.h). What a generation tries depends only on
// the results of those before it, so any number of processes that share the folder search
// together, take points from one file, and go on where others were stopped.
#pragma once

#include "base/diagnostics.h"
#include "base/result.h"
#include "explain/prediction/design_space.h"
#include "jobs/what_if/sweep_points.h"
#include "model/area.h"

namespace tapestry {

struct TuneOptions {
    std::string project = "tapestry.toml";
    // Or C files that become hardware, options for the compiler, and words for the program.
    std::vector<std::string> program, compiler, arguments;
    std::filesystem::path folder = "tune";
    unsigned jobs = 0;
    std::vector<std::string> vary;  // NAME=RANGE
    bool depths = true;             // of the queues, found in the design
    std::string device = "xc7a35t";
    std::string budget;         // "lut=500,bram=4", or "80%" of what the design takes as it is
    std::uint64_t runs = 0;     // at most; 0: a twentieth of the space, at least kFewRuns
    std::uint64_t seconds = 0;  // after which no further run is begun; 0: none
};

struct TunedPoint {
    std::vector<std::string> settings;  // NAME=VALUE where it differs from the design as it is
    std::uint64_t cycles = 0;
    Area area;
    double share = 0;  // of the device: LUTs, flip-flops and block RAMs added up
    std::string bottleneck;
};

struct Tuned {
    std::string device;
    std::vector<Knob> knobs;
    TunedPoint as_it_is;
    std::vector<TunedPoint> front;  // the fastest first
    std::vector<TunedPoint> beaten;
    std::size_t tried = 0, failed = 0, over_budget = 0;
    std::string first_failure;  // and why
    bool is_finished = false;   // else the time was up, or a signal came
};

std::vector<std::string> tune_devices();

Result<Tuned> tune(const TuneOptions& options, Diagnostics& diagnostics);

// How a point is made: the options of 'tapestry profile', and the difference of the sources.
Result<std::string> patch_of(const TuneOptions& options, const TunedPoint& point,
                             Diagnostics& diagnostics);

std::string tuned_text(const Tuned& tuned);
std::string tuned_json(const Tuned& tuned);
// A plot of all points that fit; each says its settings and what limits it.
std::string tuned_svg(const Tuned& tuned);

}  // namespace tapestry
