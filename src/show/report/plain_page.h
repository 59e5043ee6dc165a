// SPDX-License-Identifier: Apache-2.0
// What the pages without scripts share: their head with its style, and text of strangers as text.
#pragma once

#include <string>
#include <string_view>

namespace tapestry {

// Up to and with <body>. Its policy lets the page load and run nothing.
std::string plain_page_head(std::string_view title);

std::string html_text(std::string_view text);

}  // namespace tapestry
