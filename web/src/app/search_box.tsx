// SPDX-License-Identifier: Apache-2.0
import { useMemo, useRef, useState } from "preact/hooks";
import type { Run } from "../data/run";
import { search, searchIndex } from "../model/search";

export function SearchBox(props: { run: Run }) {
  const [query, setQuery] = useState("");
  const [selected, setSelected] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const index = useMemo(() => (query ? searchIndex(props.run) : []), [props.run, query !== ""]);
  const hits = useMemo(() => search(index, query), [index, query]);
  const follow = (href: string) => {
    location.hash = href;
    setQuery("");
    input.current?.blur();
  };
  const onKey = (e: KeyboardEvent) => {
    if (e.key === "ArrowDown") setSelected((i) => Math.min(i + 1, hits.length - 1));
    else if (e.key === "ArrowUp") setSelected((i) => Math.max(i - 1, 0));
    else if (e.key === "Enter" && hits[selected]) follow(hits[selected].href);
    else if (e.key === "Escape") {
      setQuery("");
      input.current?.blur();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <div class="search" role="search">
      <input
        ref={input}
        id="search"
        type="search"
        placeholder="Search  /"
        aria-label="Search blocks, channels, queues, states, files"
        autocomplete="off"
        spellcheck={false}
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls="hits"
        aria-activedescendant={hits.length > 0 ? `hit-${selected}` : undefined}
        value={query}
        onInput={(e) => {
          setQuery(e.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={onKey}
        onBlur={() => setTimeout(() => setQuery(""), 150)} // late enough for a click on a hit
      />
      {query && (
        <ul id="hits" role="listbox">
          {hits.map((hit, i) => (
            <li
              key={`${hit.kind} ${hit.name} ${hit.detail}`}
              id={`hit-${i}`}
              role="option"
              aria-selected={i === selected}
              onPointerDown={() => follow(hit.href)}
            >
              <span class="chip">{hit.kind}</span>
              <b>{hit.name}</b> <small>{hit.detail}</small>
            </li>
          ))}
          {hits.length === 0 && <li class="muted">Nothing is called that.</li>}
        </ul>
      )}
    </div>
  );
}
