// SPDX-License-Identifier: Apache-2.0
// Which points of a design space are worth a real run.
//
// A *knob* is something with several values: the depth of a queue, a parameter. A *point* has a
// value of each. Both of its prices, cycles and area, are known of points that were run and are
// estimated for all others by a Gaussian process over the knobs. As in PAL (Zuluaga et al., ICML
// 2013) the next points are those whose prices, if they are as low as the estimate allows, no known
// point beats.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

struct Knob {
    std::string name;                      // PARAMETER, define:MACRO or PATH.PARAMETER
    std::vector<std::string> values;       // numbers in ascending order, or any words
    std::size_t preset = 0;                // index of the value that the design has
    std::vector<std::string> queues = {};  // paths of the queues whose depth it is
};

using PointIndices = std::vector<std::size_t>;  // of the values, by knob

struct PointPrices {
    double cycles = 0;
    double area = 0;  // a share of the device

    bool beats(const PointPrices& other) const {
        return cycles <= other.cycles && area <= other.area &&
               (cycles < other.cycles || area < other.area);
    }
};

struct KnownPoint {
    PointIndices at;
    PointPrices prices;
};

// The number of points.
double points_in(const std::vector<Knob>& knobs);

// Indices of the points that no other beats, by cycles. Of equal ones the first.
std::vector<std::size_t> front_of(const std::vector<PointPrices>& all);

// The share of the rectangle between the origin and `worst` that is beaten by one of the points.
double hypervolume(const std::vector<PointPrices>& all, const PointPrices& worst);

// At most `count` of the candidates, the most promising first; none that cannot improve the front.
std::vector<PointIndices> promising(const std::vector<Knob>& knobs,
                                    const std::vector<KnownPoint>& known,
                                    const std::vector<PointIndices>& candidates, std::size_t count);

}  // namespace tapestry
