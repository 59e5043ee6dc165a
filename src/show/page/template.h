// SPDX-License-Identifier: Apache-2.0
// The page built from web/ as one file, embedded in this program by cmake/embed_page.cmake.
#pragma once

#include <string>

namespace tapestry {

const std::string& page_template();

}  // namespace tapestry
