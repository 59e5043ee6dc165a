// SPDX-License-Identifier: Apache-2.0
// Rewrites the names of a tap map as a stranger with bad intentions would choose them. Instances stay, so
// that the reading still belongs to it.
//
//     node hostile_names.mjs TAPS.json OUT.json
import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv.slice(2);
const map = JSON.parse(readFileSync(from, "utf8"));
const nasty = [
  "</script><script>hacked=1</script>",
  '"><img src=x onerror=hacked=1>',
  "'onmouseover='hacked=1",
  "javascript:hacked=1",
  "\u2028hacked=1\u2029//",
  "<!--<svg onload=hacked=1>",
  "{{constructor.constructor('hacked=1')()}}",
  "\u202egnihton &lt;b&gt; \u0000",
];
let next = 0;
const named = new Map();
const part = (name) => {
  if (!named.has(name)) named.set(name, `${name}${nasty[next++ % nasty.length].replaceAll(".", "_")}`);
  return named.get(name);
};
const path = (text) => text.split(".").map(part).join(".");
for (const tap of map.taps) {
  tap.path = path(tap.path);
  tap.scope = path(tap.scope);
  tap.name = part(tap.name);
  tap.module = part(tap.module);
  tap.source = `${part("file")}.sv:3`;
  for (const end of ["producer", "consumer"]) if (tap[end]) tap[end] = path(tap[end]);
  for (const state of tap.states ?? []) Object.assign(state, { name: part(state.name), source: tap.source });
}
for (const edge of map.edges) for (const end of ["from", "to", "channel"]) if (edge[end]) edge[end] = path(edge[end]);
for (const clock of map.clocks) Object.assign(clock, { name: part(clock.name), path: path(clock.path) });
writeFileSync(to, JSON.stringify(map));
