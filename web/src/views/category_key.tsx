// SPDX-License-Identifier: Apache-2.0
// The colours that occur in this run, with their names.
import { toNumber } from "../base/format";
import { categories, categoryWords } from "../base/words";
import type { Run } from "../data/run";
import { Swatch } from "../render/bar";

export function CategoryKey(props: { run: Run }) {
  const used = categories.filter(
    (c) => props.run.rows("blocks").some((b) => toNumber(b[`${c}_cycles`]) > 0) && c !== "unknown",
  );
  return (
    <p class="key-line muted">
      {used.map((c) => (
        <span key={c} title={categoryWords[c].meaning}>
          <Swatch category={c} /> {categoryWords[c].label}
        </span>
      ))}
    </p>
  );
}
