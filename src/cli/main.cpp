// SPDX-License-Identifier: Apache-2.0
// tapestry: the commands that a first look at a design needs; the others are in tapestry-more.
#include "cli/tool.h"

int main(int argc, char** argv) {
    return tapestry::run_tool(argc, argv, tapestry::first_commands());
}
