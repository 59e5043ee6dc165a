// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { embeddedData, fetchNewerData, type Loaded } from "../data/load";
import { App } from "./app";
import "./style.css";

const root = document.getElementById("app")!;
const pollMs = { live: 1000, finished: 5000 };

function show(loaded: Loaded, note = ""): void {
  if (loaded.runs.length === 0)
    return showMessage("There is no run yet. It appears as soon as its first frame is reported.");
  render(<App loaded={loaded} note={note} />, root);
}

function showMessage(sentence: string): void {
  render(
    <p class="message" role="status">
      {sentence}
    </p>,
    root,
  );
}

// A served page asks for newer data often while a run goes on. Afterwards it asks less often, as the run may
// still be replaced by a new one.
async function pollServer(): Promise<void> {
  let tag = "";
  let last: Loaded | undefined;
  for (;;) {
    try {
      const newer = await fetchNewerData(tag);
      if (newer) {
        tag = newer.tag;
        last = newer.data;
        show(last);
      }
    } catch (error) {
      const sentence =
        error instanceof TypeError
          ? "The server has stopped. The page shows the last data that it sent."
          : String((error as Error).message);
      if (last) show(last, sentence);
      else showMessage(sentence);
    }
    await new Promise((resolve) => setTimeout(resolve, last && !last.live ? pollMs.finished : pollMs.live));
  }
}

try {
  const loaded = embeddedData();
  if (loaded) show(loaded);
  else void pollServer();
} catch (error) {
  showMessage(`The data of this page cannot be read: ${String((error as Error).message)}`);
}
