// SPDX-License-Identifier: Apache-2.0
// A box for SQL over the run. The server reads the run file; the page only shows the rows.
import { useEffect, useState } from "preact/hooks";
import { count } from "../base/format";
import { isServed } from "../data/load";
import { askSql, type QueryAnswer } from "../data/query";
import type { Run } from "../data/run";

const examples = [
  {
    title: "Waits",
    sql: `SELECT path, state, cycles, share FROM states
WHERE category LIKE 'wait%' AND cycles > 0
ORDER BY cycles DESC LIMIT 20`,
  },
  {
    title: "Streams that block",
    sql: `SELECT path, blocked_cycles, beats FROM channels
WHERE blocked_cycles > 0 ORDER BY blocked_cycles DESC LIMIT 20`,
  },
  { title: "Queues", sql: "SELECT path, depth, max_occupancy, full_cycles FROM queues\nORDER BY full_cycles DESC" },
  { title: "States never entered", sql: "SELECT path, state, source FROM states WHERE entries = 0" },
];

export function Query(props: { run: Run }) {
  const { run } = props;
  const [sql, setSql] = useState(examples[0]!.sql);
  const [asked, setAsked] = useState("");
  const [answer, setAnswer] = useState<QueryAnswer>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (asked === "") return;
    let current = true;
    setProblem("");
    askSql(run.number, asked).then(
      (a) => current && setAnswer(a),
      (e: Error) => {
        if (!current) return;
        setAnswer(undefined);
        setProblem(e.message);
      },
    );
    return () => {
      current = false;
    };
  }, [run, asked]);
  if (!isServed()) return <Command />;
  return (
    <div class="view">
      <form
        class="card query"
        onSubmit={(e) => {
          e.preventDefault();
          setAsked(sql);
        }}
      >
        <h2>Ask this run in SQL</h2>
        <textarea
          aria-label="SQL"
          rows={4}
          spellcheck={false}
          value={sql}
          onInput={(e) => setSql(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) setAsked(sql);
          }}
        />
        <p>
          <button type="submit">Run (Ctrl+Enter)</button>{" "}
          {examples.map((example) => (
            <button
              key={example.title}
              type="button"
              onClick={() => {
                setSql(example.sql);
                setAsked(example.sql);
              }}
            >
              {example.title}
            </button>
          ))}
        </p>
        <p class="muted">
          One SELECT over the public views, which <code>docs/views.md</code> lists; nothing can be changed.
        </p>
      </form>
      {problem && (
        <p class="warning" role="alert">
          {problem}
        </p>
      )}
      {answer && <Rows answer={answer} />}
    </div>
  );
}

function Command() {
  return (
    <section class="card">
      <h2>Queries need the tool</h2>
      <p>
        The page of <code>tapestry report live</code> answers SQL over the run, and so does the command line:
      </p>
      <pre>{`tapestry query "${examples[0]!.sql.replaceAll("\n", " ")}"`}</pre>
    </section>
  );
}

function Rows(props: { answer: QueryAnswer }) {
  const { columns, rows, count: all } = props.answer;
  return (
    <section class="card">
      <p role="status">
        {count(all)} {all === 1 ? "row" : "rows"}
        {all > rows.length && `, the first ${count(rows.length)} are shown`}
      </p>
      <div class="scroll" tabIndex={0}>
        <table class="plain" aria-label="Result">
          <thead>
            <tr>
              {columns.map((name, i) => (
                <th key={i}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, column) => (
                  <td key={column} class={typeof cell === "number" ? "n" : undefined}>
                    {cell === null ? "" : String(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
