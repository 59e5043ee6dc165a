// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/kept_signals.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(KeptSignals, AreThoseOfArchitectures) {
    const auto kept = with_kept_signals(
        "entity e is end;\n"
        "architecture rtl of e is -- signal state : t;\n"
        "  signal a, State : t := idle; signal other : bit;\n"
        "  procedure p (signal state : in t) is begin end;\n"
        "begin\n"
        "  u : entity work.other;\n"
        "  g : for i in 0 to 1 generate signal state : t; begin end generate;\n"
        "end;\n",
        {"state"});
    EXPECT_EQ(kept,
              "entity e is end;\n"
              "architecture rtl of e is attribute keep : boolean; -- signal state : t;\n"
              "  signal a, State : t := idle; attribute keep of state : signal is true; signal "
              "other : bit;\n"
              "  procedure p (signal state : in t) is begin end;\n"
              "begin\n"
              "  u : entity work.other;\n"
              "  g : for i in 0 to 1 generate signal state : t; attribute keep of state : signal "
              "is true; begin end generate;\n"
              "end;\n");
}

TEST(KeptSignals, LeaveATextAloneThatHasNoneOrAnAttributeOfItsOwn) {
    EXPECT_FALSE(with_kept_signals("architecture a of e is signal x : t; begin end;", {"state"}));
    EXPECT_FALSE(with_kept_signals("architecture a of e is signal x : t; begin end;", {}));
    EXPECT_FALSE(with_kept_signals(
        "architecture a of e is attribute keep : string; signal x : t; begin end;", {"x"}));
    EXPECT_FALSE(with_kept_signals("package p is signal x : t; end;", {"x"}));
}

NetDeclaration net(const std::string& name) {
    NetDeclaration declared;
    declared.name = name;
    declared.width = 2;
    return declared;
}

NamedSignal enumeration(const std::string& name) { return {name, 2, {"idle", "run", "stop"}, {}}; }

TEST(KeptSignals, AreStatesThatTheNetlistLacks) {
    NetModule module;
    module.name = "top";
    module.nets = {net("there"), net("gone_too")};
    module.ports = {net("port_mode")};
    NamedScope scope{"top",
                     {enumeration("there"),
                      enumeration("gone"),
                      {"port", 2, {}, {enumeration("mode")}},
                      {"flag", 1, {"false", "true"}, {}},
                      {"bits", 4, {}, {}}},
                     {}};
    scope.scopes = {{"g[1]", {{"held", 3, {}, {enumeration("step")}}}, {}}};
    EXPECT_EQ(dropped_states({module}, "top", scope), (std::set<std::string>{"gone", "held"}));
}

}  // namespace
}  // namespace tapestry
