// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from "preact";

export type NamedNumber = [name: ComponentChildren, text: ComponentChildren, unit?: ComponentChildren];

// Numbers with their names in a grid.
export function NumberList(props: { numbers: NamedNumber[] }) {
  return (
    <dl class="numbers">
      {props.numbers.map(([name, text, unit], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>
            {text} {unit && <small>{unit}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
