// SPDX-License-Identifier: Apache-2.0
// The page of web/, built to one file and made part of this program by cmake/embed_page.cmake.
#pragma once

#include <string>

namespace tapestry {

const std::string& page_template();

}  // namespace tapestry
