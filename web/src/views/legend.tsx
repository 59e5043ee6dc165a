// SPDX-License-Identifier: Apache-2.0
// Explains every word, colour and key of the page.
import { useEffect, useRef } from "preact/hooks";
import {
  binCategory,
  binWords,
  categories,
  categoryWords,
  channelBins,
  glossary,
  qualities,
  qualityWords,
} from "../base/words";
import { Swatch } from "../render/bar";

const keys: [string, string][] = [
  ["1 … 8", "the views"],
  ["/", "search"],
  ["?", "this legend"],
  ["t", "light or dark"],
  ["Esc", "close"],
  ["← → ↑ ↓", "move in a drawing, in the timeline, in the table"],
  ["+ − 0", "closer, farther, all of it"],
  ["Enter", "follow, unfold"],
];

export function Legend(props: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="legend"
      onClose={props.onClose}
      onClick={(e) => {
        if (e.target === dialog.current) dialog.current?.close();
      }}
      aria-label="Legend"
    >
      <button type="button" class="close" onClick={() => dialog.current?.close()} aria-label="Close">
        ×
      </button>
      <h2>Time of a block</h2>
      <dl>
        {categories
          .filter((c) => c !== "unknown")
          .map((c) => (
            <div key={c}>
              <dt>
                <Swatch category={c} /> {categoryWords[c].label}
              </dt>
              <dd>{categoryWords[c].meaning}</dd>
            </div>
          ))}
      </dl>
      <h2>Time of a channel</h2>
      <dl>
        {channelBins.map((b) => (
          <div key={b}>
            <dt>
              <Swatch category={binCategory[b]} /> {binWords[b].label}
            </dt>
            <dd>{binWords[b].meaning}</dd>
          </div>
        ))}
      </dl>
      <h2>Trust</h2>
      <dl>
        {qualities.map((q) => (
          <div key={q}>
            <dt>
              {qualityWords[q].mark || "·"} {qualityWords[q].label}
            </dt>
            <dd>{qualityWords[q].meaning}</dd>
          </div>
        ))}
        <div>
          <dt>
            <Swatch category="busy" estimated /> hatched
          </dt>
          <dd>Not exact: either the number is estimated, or a rule guessed the category of the state.</dd>
        </div>
      </dl>
      <h2>Words</h2>
      <dl>
        {glossary.map((w) => (
          <div key={w.label}>
            <dt>{w.label}</dt>
            <dd>{w.meaning}</dd>
          </div>
        ))}
      </dl>
      <h2>Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </dialog>
  );
}
