// SPDX-License-Identifier: Apache-2.0
// An external program that a stage calls; `tapestry doctor` checks whether it is installed.
#pragma once

namespace tapestry {

struct OutsideProgram {
    const char* name;
    const char* version;   // the argument that makes it print its version
    const char* commands;  // the tapestry commands that need it
    const char* package;   // the Debian package
    bool is_basic;         // `profile` cannot work without it
};

}  // namespace tapestry
