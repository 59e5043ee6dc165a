// SPDX-License-Identifier: Apache-2.0
// The command that opens the waveform of a moment: it is shown, and copied where the browser allows that.
// The simulation is done again for it.
import { useState } from "preact/hooks";
import type { Run } from "../data/run";

// For a shell: names of paths and states with other characters are quoted.
const shellWord = (text: string) => (/^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

// Only `profile` names a testbench; one in VHDL, which GHDL runs, has to make its own waveform.
const canSimulateAgain = (run: Run): boolean =>
  run.fact("testbench") !== undefined && run.fact("simulator") !== "ghdl" && run.fact("simulator") !== undefined;

export function WaveButton(props: { run: Run; around: string; what: string; word?: string; tap?: string }) {
  const [shown, setShown] = useState<"no" | "shown" | "copied">("no");
  if (!canSimulateAgain(props.run)) return null;
  const tap = props.tap ? ` --tap ${shellWord(props.tap)}` : ""; // whose clock counts the cycle
  const command = `tapestry waves --around ${shellWord(props.around)}${tap}`;
  const onClick = () => {
    if (shown !== "no") return setShown("no");
    setShown("shown");
    // A page from disk may have no clipboard, or may not be allowed to write to it.
    void navigator.clipboard?.writeText(command).then(
      () => setShown("copied"),
      () => undefined,
    );
  };
  return (
    <>
      <button
        type="button"
        class="wave"
        aria-expanded={shown !== "no"}
        aria-label={`Waveform: ${props.what}`}
        title={`The command that opens a waveform of ${props.what}`}
        onClick={onClick}
      >
        <svg viewBox="0 0 16 10" width="16" height="10" aria-hidden="true">
          <path d="M0 9h3V1h5v8h5V1h3" />
        </svg>
        {props.word && ` ${props.word}`}
      </button>
      {shown !== "no" && (
        <code class="wave-command" role="status">
          {command}
          {shown === "copied" && <small> copied</small>}
        </code>
      )}
    </>
  );
}
