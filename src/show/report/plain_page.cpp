// SPDX-License-Identifier: Apache-2.0
#include "show/report/plain_page.h"

namespace tapestry {

namespace {

constexpr std::string_view kPlainHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; --line: #1b6ca8; --slower: #b3261e; --faster: #1d7a33; --soft: #666; }
@media (prefers-color-scheme: dark) { :root { --line: #6bb6f0; --slower: #ff8a80; --faster: #7ddc92; --soft: #999; } }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; font-size: 11px; } svg text { fill: currentColor; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .6rem .2rem 0; } td:first-child { white-space: nowrap; }
.wide { overflow-x: auto; } .n { text-align: right; font-variant-numeric: tabular-nums; }
.slower { color: var(--slower); } .faster { color: var(--faster); } .soft { color: var(--soft); }
polyline { fill: none; stroke: var(--line); stroke-width: 2; } circle { fill: var(--line); }
circle.slower { fill: var(--slower); } circle.faster { fill: var(--faster); } .axis { stroke: var(--soft); fill: none; }
.bar { min-width: 6rem; width: 30%; } .bar span { display: block; height: .7rem; background: var(--line); } .bar .slower { background: var(--slower); }
@media (max-width: 40rem) { .bar { display: none; } td, th { font-size: 13px; padding-right: .4rem; } td:not(.n) { overflow-wrap: anywhere; }
td:first-child { white-space: normal; min-width: 7.5rem; } }
</style>
)";

}  // namespace

std::string plain_page_head(std::string_view title) {
    return std::string(kPlainHead) + "<title>" + html_text(title) + "</title></head><body>\n";
}

std::string html_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '&')
            out += "&amp;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

}  // namespace tapestry
