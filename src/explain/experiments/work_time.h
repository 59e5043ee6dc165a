// SPDX-License-Identifier: Apache-2.0
// How long the work of a run took, where the testbench does not end with it.
//
// A testbench ends when the work is done, a fixed time after that, or at a fixed time, before or
// after the work is done. The end of the run tells of the work only in the first case.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "explain/experiments/step_report.h"
#include "model/step_plan.h"

namespace tapestry {

// Of the clock: those that the design took, or also those that were kept from it.
enum class Edges { taken, all };

// The last thing that crossed the edge of the design: a beat, or without any the last change of its
// outputs. As a share of the run; 1 where nothing is seen.
double work_share(const StepPlan& plan, const StepReports& reports, Edges edges = Edges::taken);

// Whether so much of the run follows its work that it is told apart.
bool ends_late(double work_share, double cycles);

// Whether the outputs of the design have rested for longer at its end than ever between two of
// their values: in a shorter rest the next value may have been under way.
bool outputs_rest(const StepPlan& plan, const StepReports& reports);

// The same beats of the design's edge in two runs, and the edges of the clock that each took to
// move them.
struct SameBeats {
    std::string name;  // of the port; empty: no beat in common
    std::uint64_t beats = 0;
    double was = 0, is = 0;
    bool leave = false;  // they are results
};

// Of the results that leave the design where there are any, of the port with most beats; of a
// design that moves none, the values of its outputs.
SameBeats same_beats(const StepPlan& plan, const StepReports& plain, const StepReports& trial);

// The reports of beats at the design's edge that tell how far a run came, by name, those of results
// first.
struct EdgeBeats {
    std::string name;
    const BeatReport* was = nullptr;
    const BeatReport* is = nullptr;
    bool leaves = false;
};
inline constexpr const char* kOutputs = "outputs";  // the name where there are none
std::vector<EdgeBeats> edge_beats(const StepPlan& plan, const StepReports& plain,
                                  const StepReports& trial);

// The largest beat that both have marked; nullptr: none. The second is of `trial`.
std::pair<const BeatMark*, const BeatMark*> common_mark(const BeatReport& plain,
                                                        const BeatReport& trial);

}  // namespace tapestry
