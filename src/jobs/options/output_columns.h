// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tapestry {

// How wide the standard output is: what COLUMNS says, else the terminal, else 100.
int output_columns();

}  // namespace tapestry
