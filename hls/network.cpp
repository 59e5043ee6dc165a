// SPDX-License-Identifier: Apache-2.0
#include "hls/network.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "hls/verilog_name.h"

namespace tapestry::hls {

namespace {

using Kind = NetworkObject::Kind;

// The rest of the line, without leading blanks.
std::string rest_of(std::istringstream& line) {
    std::string text;
    std::getline(line >> std::ws, text);
    return text;
}

class Reader {
public:
    explicit Reader(Network& network) : n_(network) {}

    bool read_line(const std::string& text) {
        std::istringstream line(text);
        std::string word;
        line >> word;
        if (word == "stream" || word == "signal")
            return add_object(line, word == "stream" ? Kind::stream : Kind::signal);
        if (word == "register") return add_object(line, Kind::reg);
        if (word == "memory") return add_object(line, Kind::memory);
        if (word == "process") return add_process(line);
        return word == "argument" && add_argument(line);
    }

private:
    std::string wire_of(const std::string& name) {
        std::string wire = verilog_name(name);
        while (!wires_.insert(wire).second) wire += "x";
        return wire;
    }

    bool add_object(std::istringstream& line, Kind kind) {
        NetworkObject o;
        o.kind = kind;
        if (kind != Kind::memory) line >> o.bits;
        if (kind != Kind::reg) line >> o.depth;
        o.name = rest_of(line);
        o.wire = wire_of(o.name);
        n_.objects.push_back(o);
        return !o.name.empty();
    }

    bool add_process(std::istringstream& line) {
        NetworkProcess p;
        line >> p.is_hardware >> std::hex >> p.address;
        p.name = rest_of(line);
        p.wire = wire_of(p.name);
        n_.processes.push_back(p);
        return !p.name.empty();
    }

    bool add_argument(std::istringstream& line) {
        if (n_.processes.empty()) return false;
        NetworkArgument a;
        std::string kind;
        line >> kind;
        const std::string name = rest_of(line);
        if (kind == "number") {
            std::istringstream(name) >> a.number;
        } else {
            const auto it = std::find_if(n_.objects.begin(), n_.objects.end(),
                                         [&](const NetworkObject& o) { return o.name == name; });
            if (it == n_.objects.end()) return false;
            a.object = static_cast<int>(it - n_.objects.begin());
        }
        n_.processes.back().arguments.push_back(a);
        return true;
    }

    Network& n_;
    // Names used by the top module itself.
    std::set<std::string> wires_ = {"clk", "rst", "start", "accelerator"};
};

}  // namespace

bool read_network(const std::string& text, Network& network) {
    Reader reader(network);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!reader.read_line(line)) return false;
    return !network.empty();
}

}  // namespace tapestry::hls
