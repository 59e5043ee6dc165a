// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { embedded, fetched, type Loaded } from "../data/load";
import { App } from "./app";
import "./style.css";

const place = document.getElementById("app")!;
const secondsBetweenLooks = 1;

function show(loaded: Loaded, note = ""): void {
  if (loaded.runs.length === 0)
    return say("There is no run yet. The page shows it as soon as the first frame is reported.");
  render(<App loaded={loaded} note={note} />, place);
}

function say(sentence: string): void {
  render(
    <p class="lonely" role="status">
      {sentence}
    </p>,
    place,
  );
}

// A served page asks for newer data for as long as its runs are under way; a finished run may still be
// replaced by a new one, which is looked for more rarely.
async function follow(): Promise<void> {
  let tag = "";
  let last: Loaded | undefined;
  for (;;) {
    try {
      const news = await fetched(tag);
      if (news) {
        tag = news.tag;
        last = news.data;
        show(last);
      }
    } catch (error) {
      const sentence =
        error instanceof TypeError
          ? "The server has gone. The page shows the last it said."
          : String((error as Error).message);
      if (last) show(last, sentence);
      else say(sentence);
    }
    await new Promise((go) => setTimeout(go, (last && !last.live ? 5 : 1) * secondsBetweenLooks * 1000));
  }
}

try {
  const loaded = embedded();
  if (loaded) show(loaded);
  else void follow();
} catch (error) {
  say(`The data of this page cannot be read: ${String((error as Error).message)}`);
}
