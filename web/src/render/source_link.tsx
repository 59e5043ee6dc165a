// SPDX-License-Identifier: Apache-2.0
import type { Run } from "../data/run";
import { sourceHref } from "../model/route";

// The last of a row of links: " · rtl/a.sv:12", or nothing where the source is not known.
export function SourceLink(props: { run: Run; source: string | null }) {
  const to = sourceHref(props.source, props.run.number);
  if (!to) return null;
  return (
    <>
      {" "}
      ·{" "}
      <a href={to} title={props.source ?? ""}>
        {props.run.shortFile(props.source ?? "")}
      </a>
    </>
  );
}
