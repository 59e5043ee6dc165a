// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/cocotb_tests.h"

#include <pugixml.hpp>

namespace tapestry {

std::vector<std::string> tests_in_results(const std::string& xml) {
    std::vector<std::string> names;
    pugi::xml_document document;
    if (!document.load_buffer(xml.data(), xml.size())) return names;
    for (const pugi::xml_node suite : document.child("testsuites").children("testsuite")) {
        for (const pugi::xml_node test : suite.children("testcase")) {
            const std::string name = test.attribute("name").as_string();
            if (!test.child("skipped") && !name.empty()) names.push_back(name);
        }
    }
    return names;
}

std::vector<std::pair<std::string, std::string>> environment_of_test(const std::string& name) {
    return {{"COCOTB_TESTCASE", name}, {"TESTCASE", name}};
}

}  // namespace tapestry
