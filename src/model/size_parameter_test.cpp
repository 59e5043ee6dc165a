// SPDX-License-Identifier: Apache-2.0
#include "model/size_parameter.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

Var parameter(const std::string& name, const std::string& value, bool settable) {
    Var var;
    var.name = name;
    var.is_parameter = true;
    var.is_settable = settable;
    var.value = *Constant::parse("32'h" + value);
    return var;
}

TEST(SizeParameter, IsOneThatAnInstanceCanSet) {
    Module module;
    module.vars = {parameter("DEPTH", "10", false), parameter("ADDR_W", "4", true)};
    const std::optional<SizeParameter> found = parameter_for(module, {16});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "ADDR_W");
    EXPECT_EQ(found->value_for(9), 4u);
    module.vars.pop_back();
    EXPECT_FALSE(parameter_for(module, {16}));
}

TEST(SizeParameter, IsTheOneWhoseNameSaysSo) {
    Module module;
    module.vars = {parameter("SIZE", "8", true), parameter("DEPTH", "8", true),
                   parameter("WIDTH", "8", true)};
    EXPECT_EQ(parameter_for(module, {8})->name, "DEPTH");
    EXPECT_FALSE(parameter_for(module, {7}));
}

// A 1 may be a choice between two ways.
TEST(SizeParameter, OfOneIsNamedSo) {
    Module module;
    module.vars = {parameter("REGISTERED", "1", true)};
    EXPECT_FALSE(parameter_for(module, {1, 2}));
    module.vars.push_back(parameter("BUFFERS", "1", true));
    EXPECT_EQ(parameter_for(module, {1, 2})->name, "BUFFERS");
}

}  // namespace
}  // namespace tapestry
