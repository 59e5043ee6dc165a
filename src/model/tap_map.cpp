// SPDX-License-Identifier: Apache-2.0
#include "model/tap_map.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "base/codes/runs.h"
#include "model/category.h"
#include "model/json_document.h"
#include "model/tap_json.h"

namespace tapestry {

namespace {

constexpr std::string_view kMapSchema = "tapestry.taps/1";
constexpr std::array<std::string_view, 4> kTriggers = {"change", "edge", "level", "lasted"};
constexpr std::uint64_t kMaxWidth = 1 << 16;
constexpr std::uint64_t kMaxBins = 1 << 24;
constexpr std::size_t kMaxInstance = 4096;
constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

bool is_unsigned_decimal(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

StateWait read_wait(const Json& json, const std::string& where, Complaint& complaint) {
    static constexpr std::array<std::string_view, 5> kRoles = {"", "valid", "ready", "done",
                                                               "port"};
    Members m(json, where, complaint);
    StateWait wait{m.text("signal"), m.text("from"), m.text("channel"), m.one_of("role", kRoles)};
    if (m.has("moves")) wait.moves = m.number("moves", 0, 1) != 0;
    if (m.has("starts")) wait.starts = m.number("starts", 0, 1) != 0;
    m.no_others();
    return wait;
}

TapState read_state(const Json& json, const std::string& where, Complaint& complaint) {
    Members m(json, where, complaint);
    TapState state;
    state.name = m.text("name");
    state.code = m.text("code");
    state.category = m.text("category");
    if (!state.category.empty() && !category_of(state.category))
        complaint.at(member(where, "category"), fmt::format("cannot be '{}'", state.category));
    state.source = m.text("source");
    if (m.has("category_reason")) state.category_reason = m.text("category_reason");
    if (m.has("waits")) {
        m.each("waits", [&](const Json& wait, const std::string& at) {
            state.waits.push_back(read_wait(wait, at, complaint));
        });
    }
    m.no_others();
    if (state.name.empty()) complaint.at(member(where, "name"), "is empty");
    if (!is_unsigned_decimal(state.code)) {
        complaint.at(member(where, "code"), "is not an unsigned decimal number");
    }
    return state;
}

void read_observe(Members& m, Tap& tap, Complaint& complaint) {
    const Json* observe = m.find("observe");
    if (!observe || !observe->is_object()) {
        complaint.at(member(m.where(), "observe"), "is not an object");
        return;
    }
    for (const auto& item : observe->items()) {
        const std::string where = member(member(m.where(), "observe"), item.key());
        if (!item.value().is_string()) {
            complaint.at(where, "is not a string");
            return;
        }
        tap.observe.emplace_back(item.key(), item.value().get<std::string>());
    }
}

void read_trace_rule(Members& m, TraceRule& rule) {
    rule.trigger = m.one_of("trigger", kTriggers);
    rule.lasted = m.number("lasted", 1, kMaxBins);
    rule.before = m.number("before", 0, kMaxBins);
    rule.after = m.number("after", 1, kMaxBins);
    rule.depth = m.number("depth", 0, kMaxBins);
}

void read_synced(Members& m, Tap& tap, Complaint& complaint) {
    if (!m.has("synced")) return;
    m.each("synced", [&](const Json& name, const std::string& where) {
        if (name.is_string())
            tap.synced.push_back({name.get<std::string>()});
        else
            complaint.at(where, "is not a string");
    });
}

void read_bus(Members& m, BusRole& bus) {
    static constexpr std::array<std::string_view, 3> kDirections = {"read", "write", "both"};
    static constexpr std::array<std::string_view, 6> kParts = {"request", "data",        "response",
                                                               "latency", "outstanding", "single"};
    if (m.has("bus")) bus.name = m.text("bus");
    if (bus.name.empty()) return;
    bus.direction = m.one_of("direction", kDirections);
    bus.part = m.one_of("part", kParts);
    if (m.has("reorders")) bus.reorders = m.number("reorders", 0, 1) != 0;
}

std::vector<GuardRead> read_guard_reads(Members& m, const char* name, Complaint& complaint) {
    static constexpr std::array<std::string_view, 5> kReadKinds = {"wire", "time", "taken", "call",
                                                                   "unknown"};
    std::vector<GuardRead> reads;
    if (!m.has(name)) return reads;
    m.each(name, [&](const Json& json, const std::string& where) {
        Members read(json, where, complaint);
        GuardRead& r = reads.emplace_back();
        r.kind = read.one_of("kind", kReadKinds);
        r.signal = read.text("signal");
        r.from = read.text("from");
        read.no_others();
    });
    return reads;
}

void read_ends(Members& m, ChannelEnds& ends, Complaint& complaint) {
    ends.producer = m.text("producer");
    ends.consumer = m.text("consumer");
    ends.producer_reads = read_guard_reads(m, "producer_reads", complaint);
    ends.consumer_reads = read_guard_reads(m, "consumer_reads", complaint);
}

// Reads the members of each kind's part.
class PartReader {
public:
    PartReader(Members& m, Complaint& complaint) : m_(m), complaint_(complaint) {}

    void operator()(MachinePart& part) {
        part.width = width(kMaxWidth);
        read_states(part.states);
        if (m_.has("protocol"))
            part.is_thread = !m_.one_of("protocol", std::array{kThreads}).empty();
    }
    void operator()(StreamPart& part) {
        part.protocol = m_.text("protocol");
        if (m_.has("data")) part.data = m_.text("data");
        if (m_.has("lanes_of")) part.lanes_of = m_.text("lanes_of");
        if (m_.has("keep_width")) part.keep_width = small("keep_width", 0, kMaxWidth);
        part.bytes_per_beat = m_.number("bytes_per_beat", 0, kAnyNumber);
        part.bytes_per_keep = m_.number("bytes_per_keep", 0, kAnyNumber);
        read_bus(m_, part.bus);
        read_ends(m_, part.ends, complaint_);
    }
    void operator()(QueuePart& part) {
        read_bus(m_, part.bus);
        read_ends(m_, part.ends, complaint_);
        part.depth = m_.number("depth", 0, kAnyNumber);
        part.bins = m_.number("bins", 0, kMaxBins);
        if (m_.has("parameter")) part.parameter = m_.text("parameter");
        if (m_.has("is_logarithm")) part.is_logarithm = m_.number("is_logarithm", 0, 1) != 0;
        if (m_.has("parameter_value"))
            part.parameter_value = m_.number("parameter_value", 0, kAnyNumber);
        if (m_.has("is_power_of_two"))
            part.is_power_of_two = m_.number("is_power_of_two", 0, 1) != 0;
    }
    void operator()(CallPart& part) {
        part.protocol = m_.text("protocol");
        read_bus(m_, part.bus);
    }
    void operator()(ValuePart& part) {
        part.from = m_.number("from", 0, kAnyNumber);
        part.step = m_.number("step", 1, kAnyNumber);
        part.bins = m_.number("bins", 0, kMaxBins);
    }
    void operator()(SumPart& part) { part.width = width(64); }
    void operator()(TracePart& part) {
        part.width = width(64);
        read_trace_rule(m_, part.rule);
        read_states(part.states);
    }
    void operator()(EventPart&) {}
    void operator()(AssertPart&) {}

private:
    std::uint32_t small(std::string_view name, std::uint64_t least, std::uint64_t most) {
        return static_cast<std::uint32_t>(m_.number(name, least, most));
    }
    std::uint32_t width(std::uint64_t most) { return small("width", 1, most); }
    void read_states(std::vector<TapState>& states) {
        m_.each("states", [&](const Json& json, const std::string& where) {
            states.push_back(read_state(json, where, complaint_));
        });
    }

    Members& m_;
    Complaint& complaint_;
};

constexpr std::array<std::string_view, 10> kLinks = {
    "sim",  "uart",      "axil",        "axis",      "inband",
    "dram", "jtag-pins", "jtag-xilinx", "jtag-ecp5", "jtag-intel"};
constexpr std::uint64_t kMostPositions = 1 << 16;
constexpr std::uint64_t kMostStreamBytes = 128;

TapPlace read_place(const Json& json, const std::string& where, const LinkMap& link,
                    Complaint& complaint) {
    Members m(json, where, complaint);
    TapPlace place;
    if (link.positions == 0) {
        complaint.at(where, "names a place on a ring where there is none");
        return place;
    }
    place.position = static_cast<int>(m.number("position", 0, link.positions - 1));
    place.site = static_cast<std::uint32_t>(m.number("site", 0, 0xffff));
    place.words = static_cast<std::uint32_t>(m.number("words", 1, 0xffff));
    place.lean = m.has("lean") && m.number("lean", 1, 1) == 1;
    m.no_others();
    return place;
}

// The identity is in hexadecimal: many JSON readers cannot represent it as a number.
std::uint64_t read_identity(Members& m, Complaint& complaint) {
    const std::string text = m.text("identity");
    const bool good =
        text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (good) return std::stoull(text, nullptr, 16);
    complaint.at(member(m.where(), "identity"), "is not 16 hexadecimal digits");
    return 0;
}

ChainMap read_chain(const Json& json, const std::string& where, Complaint& complaint) {
    Members m(json, where, complaint);
    ChainMap chain;
    chain.tables = static_cast<std::uint32_t>(m.number("tables", 1, kMostPositions));
    chain.entry_width = static_cast<std::uint32_t>(m.number("entry_width", 1, 16));
    chain.low = static_cast<std::uint32_t>(m.number("low", 1, 32));
    chain.period = m.number("period", 1, std::uint64_t{1} << chain.low);
    m.no_others();
    return chain;
}

LinkClock read_link_clock(const Json& json, const std::string& where, std::size_t clocks,
                          const LinkMap& link, Complaint& complaint) {
    Members m(json, where, complaint);
    LinkClock clock;
    clock.clock = static_cast<int>(m.number("clock", 0, clocks > 0 ? clocks - 1 : 0));
    clock.taps = static_cast<std::uint32_t>(m.number("taps", 0, link.positions));
    if (m.has("port"))
        clock.port = read_place(*m.find("port"), member(where, "port"), link, complaint);
    else if (!link.clocks.empty())
        complaint.at(member(where, "port"), "is missing");
    if (m.has("chain"))
        clock.chain = read_chain(*m.find("chain"), member(where, "chain"), complaint);
    m.no_others();
    if (clocks == 0) complaint.at(where, "names a clock where there is none");
    return clock;
}

LinkMap read_link(const Json& json, std::size_t clocks, Complaint& complaint) {
    Members m(json, "link", complaint);
    LinkMap link;
    link.link = m.one_of("link", kLinks);
    link.identity = read_identity(m, complaint);
    link.counter_width = static_cast<std::uint32_t>(m.number("counter_width", 8, 64));
    link.burst_bins = static_cast<std::uint32_t>(m.number("burst_bins", 1, 64));
    link.latency_bins = static_cast<std::uint32_t>(m.number("latency_bins", 1, 64));
    link.positions = static_cast<std::uint32_t>(m.number("positions", 1, kMostPositions));
    m.each("clocks", [&](const Json& clock, const std::string& where) {
        link.clocks.push_back(read_link_clock(clock, where, clocks, link, complaint));
    });
    if (link.link == "inband")
        link.stream_bytes =
            static_cast<std::uint32_t>(m.number("stream_bytes", 1, kMostStreamBytes));
    m.no_others();
    if (link.clocks.empty()) complaint.at("link.clocks", "is empty");
    return link;
}

int read_clock_index(Members& m, std::size_t clocks, Complaint& complaint) {
    const Json* value = m.find("clock");
    if (value && value->is_number_unsigned() && value->get<std::uint64_t>() < clocks) {
        return value->get<int>();
    }
    if (value && value->is_number_integer() && value->get<std::int64_t>() == -1) return -1;
    complaint.at(member(m.where(), "clock"), "is not the index of a clock");
    return -1;
}

// In a run a tap may be below the instance of the design, so the top of its path is not checked
// here.
Tap read_tap(const Json& json, const std::string& where, std::size_t index, const TapMap& map,
             Complaint& complaint) {
    Members m(json, where, complaint);
    Tap tap;
    tap.tap = static_cast<int>(m.number("tap", index, index));
    const std::string kind = m.text("kind");
    if (const auto known = tap_kind_of(kind))
        tap.own = part_of(*known);
    else
        complaint.at(member(where, "kind"), fmt::format("cannot be '{}'", kind));
    tap.path = m.text("path");
    tap.name = m.text("name");
    tap.module = m.text("module");
    tap.instance = m.text("instance");
    tap.scope = m.text("scope");
    tap.clock = read_clock_index(m, map.clocks.size(), complaint);
    tap.source = m.text("source");
    tap.reason = m.text("reason");
    tap.confidence = m.fraction("confidence");
    read_observe(m, tap, complaint);
    std::visit(PartReader(m, complaint), tap.own);
    read_synced(m, tap, complaint);
    if (m.has("link"))
        tap.place = read_place(*m.find("link"), member(where, "link"), map.link, complaint);
    m.no_others();
    if (tap.instance.size() > kMaxInstance) complaint.at(member(where, "instance"), "is too long");
    if (tap.path.empty()) complaint.at(member(where, "path"), "is empty");
    return tap;
}

void want_below_top(const Tap& tap, const std::string& where, const TapMap& map,
                    Complaint& complaint) {
    if (tap.instance.size() < map.top.size() + 2 || tap.instance.rfind(map.top + ".", 0) != 0)
        complaint.at(member(where, "instance"), "is not below the top");
}

TapClock read_clock(const Json& json, const std::string& where, std::size_t index,
                    Complaint& complaint) {
    Members m(json, where, complaint);
    TapClock clock;
    clock.clock = static_cast<int>(m.number("clock", index, index));
    clock.name = m.text("name");
    clock.path = m.text("path");
    clock.edge = m.one_of("edge", std::array<std::string_view, 2>{"posedge", "negedge"});
    m.no_others();
    return clock;
}

GraphEdge read_edge(const Json& json, const std::string& where, Complaint& complaint) {
    Members m(json, where, complaint);
    GraphEdge edge;
    edge.from = m.text("from");
    edge.to = m.text("to");
    edge.channel = m.text("channel");
    m.no_others();
    return edge;
}

// Two taps with the same instance name would be indistinguishable in a reading.
void want_distinct_instances(const TapMap& map, Complaint& complaint) {
    std::set<std::string_view> seen;
    for (const Tap& tap : map.taps) {
        if (seen.insert(tap.instance).second) continue;
        complaint.at(element("taps", static_cast<std::size_t>(tap.tap)),
                     fmt::format("has the instance '{}' of an earlier tap", tap.instance));
    }
}

void want_distinct_places(const TapMap& map, Complaint& complaint) {
    std::set<int> places;
    for (const LinkClock& clock : map.link.clocks) places.insert(clock.port.position);
    for (const Tap& tap : map.taps) {
        if (tap.place.position < 0 || places.insert(tap.place.position).second) continue;
        complaint.at(element("taps", static_cast<std::size_t>(tap.tap)),
                     "has the place of another one on the ring");
    }
}

TapMap read_map(const Json& json, Complaint& complaint) {
    TapMap map;
    Members m(json, "", complaint);
    m.one_of("schema", std::array<std::string_view, 1>{kMapSchema});
    map.top = m.text("top");
    if (map.top.empty()) complaint.at("top", "is empty");
    m.each("clocks", [&](const Json& clock, const std::string& where) {
        map.clocks.push_back(read_clock(clock, where, map.clocks.size(), complaint));
    });
    if (m.has("link")) map.link = read_link(*m.find("link"), map.clocks.size(), complaint);
    m.each("taps", [&](const Json& tap, const std::string& where) {
        map.taps.push_back(read_tap(tap, where, map.taps.size(), map, complaint));
        want_below_top(map.taps.back(), where, map, complaint);
    });
    m.each("edges", [&](const Json& edge, const std::string& where) {
        map.edges.push_back(read_edge(edge, where, complaint));
    });
    m.each("ignored", [&](const Json& path, const std::string& where) {
        if (!path.is_string()) return complaint.at(where, "is not a string");
        map.ignored.push_back(path.get<std::string>());
    });
    m.no_others();
    want_distinct_instances(map, complaint);
    want_distinct_places(map, complaint);
    return map;
}

Json states_json(const std::vector<TapState>& all) {
    Json states = Json::array();
    for (const TapState& s : all) {
        Json& state = states.emplace_back(Json{
            {"name", s.name}, {"code", s.code}, {"category", s.category}, {"source", s.source}});
        if (!s.category_reason.empty()) state["category_reason"] = s.category_reason;
        for (const StateWait& w : s.waits) {
            Json& wait = state["waits"].emplace_back(Json{
                {"signal", w.signal}, {"from", w.from}, {"channel", w.channel}, {"role", w.role}});
            if (!w.moves) wait["moves"] = 0;
            if (w.starts) wait["starts"] = 1;
        }
    }
    return states;
}

// The inverse of PartReader.
struct PartWriter {
    Json& json;

    void operator()(const MachinePart& part) {
        json["width"] = part.width;
        json["states"] = states_json(part.states);
        if (part.is_thread) json["protocol"] = kThreads;
    }
    void operator()(const StreamPart& part) {
        json["protocol"] = part.protocol;
        if (!part.data.empty()) json["data"] = part.data;
        if (!part.lanes_of.empty()) json["lanes_of"] = part.lanes_of;
        if (part.keep_width != 0) json["keep_width"] = part.keep_width;
        json["bytes_per_beat"] = part.bytes_per_beat;
        json["bytes_per_keep"] = part.bytes_per_keep;
        write(part.bus);
        write(part.ends);
    }
    void operator()(const QueuePart& part) {
        write(part.bus);
        write(part.ends);
        json["depth"] = part.depth;
        json["bins"] = part.bins;
        if (!part.parameter.empty()) json["parameter"] = part.parameter;
        if (part.is_logarithm) json["is_logarithm"] = 1;
        if (part.parameter_value > 0) json["parameter_value"] = part.parameter_value;
        if (part.is_power_of_two) json["is_power_of_two"] = 1;
    }
    void operator()(const CallPart& part) {
        json["protocol"] = part.protocol;
        write(part.bus);
    }
    void operator()(const ValuePart& part) {
        json["from"] = part.from;
        json["step"] = part.step;
        json["bins"] = part.bins;
    }
    void operator()(const SumPart& part) { json["width"] = part.width; }
    void operator()(const TracePart& part) {
        json["width"] = part.width;
        json["trigger"] = part.rule.trigger;
        json["lasted"] = part.rule.lasted;
        json["before"] = part.rule.before;
        json["after"] = part.rule.after;
        json["depth"] = part.rule.depth;
        json["states"] = states_json(part.states);
    }
    void operator()(const EventPart&) {}
    void operator()(const AssertPart&) {}

    void write(const BusRole& bus) {
        if (bus.name.empty()) return;
        json["bus"] = bus.name;
        json["direction"] = bus.direction;
        json["part"] = bus.part;
        if (bus.reorders) json["reorders"] = 1;
    }
    void write(const ChannelEnds& ends) {
        json["producer"] = ends.producer;
        json["consumer"] = ends.consumer;
        write("producer_reads", ends.producer_reads);
        write("consumer_reads", ends.consumer_reads);
    }
    void write(const char* name, const std::vector<GuardRead>& reads) {
        for (const GuardRead& r : reads)
            json[name].push_back({{"kind", r.kind}, {"signal", r.signal}, {"from", r.from}});
    }
};

Json place_json(const TapPlace& place) {
    Json json = {{"position", place.position}, {"site", place.site}, {"words", place.words}};
    if (place.lean) json["lean"] = 1;
    return json;
}

Json chain_json(const ChainMap& chain) {
    return {{"tables", chain.tables},
            {"entry_width", chain.entry_width},
            {"low", chain.low},
            {"period", chain.period}};
}

Json tap_json(const Tap& tap) {
    Json observe = Json::object();
    for (const auto& [port, expression] : tap.observe) observe[port] = expression;
    Json json = {
        {"tap", tap.tap},       {"kind", to_word(tap.kind())},  {"path", tap.path},
        {"name", tap.name},     {"module", tap.module},         {"instance", tap.instance},
        {"scope", tap.scope},   {"clock", tap.clock},           {"source", tap.source},
        {"reason", tap.reason}, {"confidence", tap.confidence}, {"observe", std::move(observe)}};
    std::visit(PartWriter{json}, tap.own);
    for (const SyncedSignal& signal : tap.synced) json["synced"].push_back(signal.name);
    if (tap.place.position >= 0) json["link"] = place_json(tap.place);
    return json;
}

Json link_json(const LinkMap& link) {
    Json clocks = Json::array();
    for (const LinkClock& clock : link.clocks) {
        clocks.push_back({{"clock", clock.clock}, {"taps", clock.taps}});
        if (clock.port.position >= 0) clocks.back()["port"] = place_json(clock.port);
        if (clock.chain.tables > 0) clocks.back()["chain"] = chain_json(clock.chain);
    }
    Json json = {{"link", link.link},
                 {"identity", fmt::format("{:016x}", link.identity)},
                 {"counter_width", link.counter_width},
                 {"burst_bins", link.burst_bins},
                 {"latency_bins", link.latency_bins},
                 {"positions", link.positions},
                 {"clocks", std::move(clocks)}};
    if (link.stream_bytes > 0) json["stream_bytes"] = link.stream_bytes;
    return json;
}

// Reads a document with `read(json, complaint)`.
template <class Read>
auto from_json(std::string_view text, const std::string& name, Diagnostics& diagnostics,
               const Read& read) -> Result<decltype(read(Json(), std::declval<Complaint&>()))> {
    const Result<Json> document = parse_document(text, name, code::tap_map_malformed, diagnostics);
    if (!document) return document.failure();
    Complaint complaint;
    auto value = read(*document, complaint);
    if (!complaint.any()) return value;
    return diagnostics.report(code::tap_map_malformed, {name, 0}, complaint.text());
}

}  // namespace

std::string to_json(const TapMap& map) {
    Json json = {{"schema", kMapSchema}, {"top", map.top}};
    Json clocks = Json::array();
    for (const TapClock& c : map.clocks) {
        clocks.push_back(
            {{"clock", c.clock}, {"name", c.name}, {"path", c.path}, {"edge", c.edge}});
    }
    json["clocks"] = std::move(clocks);
    if (!map.link.clocks.empty()) json["link"] = link_json(map.link);
    Json taps = Json::array();
    for (const Tap& tap : map.taps) taps.push_back(tap_json(tap));
    json["taps"] = std::move(taps);
    Json edges = Json::array();
    for (const GraphEdge& e : map.edges) {
        edges.push_back({{"from", e.from}, {"to", e.to}, {"channel", e.channel}});
    }
    json["edges"] = std::move(edges);
    json["ignored"] = map.ignored;
    // Sources in a legacy encoding have names that are not UTF-8; they must not stop the tool.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_json(const Tap& tap) {
    return tap_json(tap).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<TapMap> tap_map_from_json(std::string_view text, const std::string& name,
                                 Diagnostics& diagnostics) {
    return from_json(text, name, diagnostics, read_map);
}

Result<Tap> tap_from_json(std::string_view text, std::size_t index, const TapMap& map,
                          const std::string& name, Diagnostics& diagnostics) {
    return from_json(text, name, diagnostics, [&](const Json& json, Complaint& complaint) {
        return read_tap(json, element("taps", index), index, map, complaint);
    });
}

}  // namespace tapestry
