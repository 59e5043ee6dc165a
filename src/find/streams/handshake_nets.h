// SPDX-License-Identifier: Apache-2.0
// The signals of a handshake in the text of a module: their nets, their names, and whether a
// finding already covers them.
#pragma once

#include <optional>
#include <string>

#include "find/module/handshake_words.h"
#include "find/module/subject.h"
#include "find/streams/handshake_rules.h"

namespace tapestry {

// A bit as it is written in the module.
struct SignalNet {
    Bit bit;  // of a variable; unset for an interface member or an expression
    std::string interface_;
    std::string scope;
    std::string name;       // "w", "req.valid", "bus.valid": without the scope
    bool inverted = false;  // the signal is the inverse of the net
    std::string called;     // a name for it, if the net is an expression

    bool is_expression() const { return !called.empty(); }
};

class HandshakeNets {
public:
    explicit HandshakeNets(const Subject& on)
        : id_(on.id),
          index_(on.index),
          module_(on.module),
          listening_(on.listening),
          design_(on.design),
          findings_(on.findings) {}

    // How well the names of the two sides match: opposite words, same stem.
    int likeness(const Handshake& h) const;
    // The handshake word in the name of the net, else of the driving block's port.
    std::optional<HandshakeWord> word_of(const Handshake& h, const Signal& s) const;
    std::string port_name(const Handshake& h, const Signal& s) const;
    // The net of a signal: what stands in the port list of the instance.
    std::optional<SignalNet> net_of(const Handshake& h, const Signal& s) const;
    // All of the leaf that a signal is the first bit of, as the module writes it.
    std::string leaf_text(const Finding& f, const Handshake& h, const Signal& s) const;
    // Whether the names have told the same at the ports of one of the two blocks, or here.
    bool is_found(const Handshake& h) const;

private:
    InstanceId port_instance(const Meeting& m, const Signal& s) const;
    std::string name_in(ModuleId module, Bit bit) const;
    std::optional<SignalNet> net_at(InstanceId instance, Bit port) const;
    std::optional<SignalNet> plain_net(ExprId value, Bit port) const;
    // `.ready(a & b)`: the net is the expression, and is called after the port.
    std::optional<SignalNet> expression_net(const Instance& i, const Connection& c, Bit port) const;
    // What belongs to a bus is in no other handshake.
    bool joins(const Finding& f, Bit x, Bit y) const;
    // A finding without nets of its own, such as an end of a queue: its text says what it observes.
    bool mentions(const Finding& f, Bit bit) const;
    bool is_found_here(const Handshake& h, const Finding& f) const;
    bool is_found_at(const Handshake& h, const Finding& f, const End& end) const;

    ModuleId id_;
    const ModuleIndex& index_;
    const Module& module_;
    Observability& listening_;
    const Design& design_;
    const Findings& findings_;
};

}  // namespace tapestry
