// SPDX-License-Identifier: Apache-2.0
// A program that is not ours and that a stage calls: for those who look whether it is there.
#pragma once

namespace tapestry {

struct OutsideProgram {
    const char* name;
    const char* version;   // the argument that makes it print its version
    const char* commands;  // of tapestry, that need it
    const char* package;   // of Debian
    bool is_basic;         // without it there is no profile
};

}  // namespace tapestry
