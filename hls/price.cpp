// SPDX-License-Identifier: Apache-2.0
#include "hls/price.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace tapestry::hls {

namespace {

struct ModuleKey {
    std::string module;
    std::map<std::string, double> parameters;
};

ModuleKey key_of(const std::string& text) {
    ModuleKey key;
    std::istringstream in(text);
    in >> key.module;
    for (std::string word; in >> word;) {
        const std::size_t sign = word.find('=');
        if (sign != std::string::npos)
            key.parameters[word.substr(0, sign)] = std::stod(word.substr(sign + 1));
    }
    return key;
}

// How far apart two sets of parameters are: a factor of two is one.
double distance(const ModuleKey& a, const ModuleKey& b) {
    if (a.module != b.module || a.parameters.size() != b.parameters.size())
        return std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const auto& [name, value] : a.parameters) {
        const auto other = b.parameters.find(name);
        if (other == b.parameters.end()) return std::numeric_limits<double>::infinity();
        sum += std::abs(std::log2(value + 1) - std::log2(other->second + 1));
    }
    return sum;
}

// How much more of a module there is, by what its price grows with.
double growth(const ModuleKey& from, const ModuleKey& to) {
    double factor = 1;
    for (const char* name : {"WIDTH", "DATA", "BITS", "WORDS", "PORTS"}) {
        const auto a = from.parameters.find(name), b = to.parameters.find(name);
        if (a != from.parameters.end() && b != to.parameters.end() && a->second > 0)
            factor *= b->second / a->second;
    }
    return factor;
}

Price times(const Price& p, double n) { return {p.lut * n, p.ff * n, p.dsp * n, p.ram * n}; }

void add(Price& to, const Price& more) {
    to.lut += more.lut;
    to.ff += more.ff;
    to.dsp += more.dsp;
    to.ram += more.ram;
}

// The measured module with the nearest parameters, and how far off they are; infinity: none.
struct Nearest {
    const ModulePrice* row = nullptr;
    double distance = std::numeric_limits<double>::infinity();
};

Nearest nearest_to(const ModuleKey& wanted) {
    Nearest nearest;
    for (const ModulePrice& row : price_table().modules) {
        const double far = distance(wanted, key_of(row.module));
        if (far < nearest.distance) nearest = {&row, far};
    }
    return nearest;
}

Price price_of_module(const std::string& text) {
    const ModuleKey wanted = key_of(text);
    const Nearest nearest = nearest_to(wanted);
    if (!nearest.row) return {};
    const double more = nearest.distance == 0 ? 1 : growth(key_of(nearest.row->module), wanted);
    return times(nearest.row->price, more);
}

// The names of the modules of a thread that are so far from a measured one, each once.
template <class Far>
std::vector<std::string> modules_at(const ThreadParts& parts, Far is_far) {
    std::vector<std::string> names;
    for (const auto& part : parts.modules) {
        const ModuleKey wanted = key_of(part.first);
        if (is_far(nearest_to(wanted).distance) && (names.empty() || names.back() != wanted.module))
            names.push_back(wanted.module);
    }
    return names;
}

}  // namespace

std::vector<std::string> unmeasured(const ThreadParts& parts) {
    return modules_at(parts, [](double distance) { return std::isinf(distance); });
}

std::vector<std::string> taken_from_nearest(const ThreadParts& parts) {
    return modules_at(parts,
                      [](double distance) { return distance > 0 && std::isfinite(distance); });
}

Price price_of(const ThreadParts& parts) {
    Price sum{0, parts.ff, parts.dsp, 0};
    for (const auto& [module, n] : parts.modules) add(sum, times(price_of_module(module), n));
    for (const PartWeight& w : price_table().parts)
        if (const auto found = parts.parts.find(w.part); found != parts.parts.end())
            sum.lut += w.lut * found->second;
    return {std::round(sum.lut), std::round(sum.ff), std::round(sum.dsp), std::round(sum.ram)};
}

nlohmann::json price_facts(const ThreadParts& parts) {
    const Price p = price_of(parts);
    return {{"lut", p.lut},
            {"ff", p.ff},
            {"dsp", p.dsp},
            {"block_ram", p.ram},
            {"parts", parts.parts},
            {"modules", parts.modules},
            {"unmeasured", unmeasured(parts)},
            {"taken_from_nearest", taken_from_nearest(parts)},
            {"own_ff", parts.ff},
            {"own_dsp", parts.dsp}};
}

}  // namespace tapestry::hls
