// SPDX-License-Identifier: Apache-2.0
// Starts `tapestry report lsp` and shows what only an editor can: the answer in the status bar, heat beside the lines, the report.
"use strict";

const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const steps = 5; // shades of heat
let client;
let shades = [];

const setting = (name) => vscode.workspace.getConfiguration("tapestry").get(name);

// Shades differ in lightness, and so for every eye.
const shadeOf = (step) =>
  vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: `rgba(230, 120, 0, ${(0.22 * (step + 1)) / steps})`,
    overviewRulerColor: `rgba(230, 120, 0, ${(step + 1) / steps})`,
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });

async function showHeat(editor) {
  if (!editor || !client?.isRunning()) return;
  const lines = setting("heat")
    ? await client.sendRequest("tapestry/heat", { uri: editor.document.uri.toString() })
    : [];
  const ranges = shades.map(() => []);
  for (const { line, share } of lines) {
    if (line >= editor.document.lineCount) continue;
    const step = Math.min(steps - 1, Math.floor(share * steps));
    ranges[step].push(editor.document.lineAt(line).range);
  }
  shades.forEach((shade, step) => editor.setDecorations(shade, ranges[step]));
}

async function activate(context) {
  shades = Array.from({ length: steps }, (_, step) => shadeOf(step));
  const status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  status.command = "tapestry.openReport";
  let run = "";
  const report = () => path.join(path.dirname(run), "report.html");
  const words = setting("run") ? ["report", "lsp", setting("run")] : ["report", "lsp"];
  client = new LanguageClient(
    "tapestry",
    "Tapestry",
    { command: setting("program"), args: words },
    {
      documentSelector: ["verilog", "systemverilog", "vhdl", "c", "cpp"].map((language) => ({ scheme: "file", language })),
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.tapdb") },
    },
  );
  client.onNotification("tapestry/answer", (said) => {
    run = said.run;
    status.text = `$(pulse) ${said.answer}`;
    status.tooltip = `${said.design}: ${said.run}`;
    status.show();
    vscode.window.visibleTextEditors.forEach(showHeat);
  });
  context.subscriptions.push(
    status,
    ...shades,
    vscode.window.onDidChangeActiveTextEditor(showHeat),
    vscode.commands.registerCommand("tapestry.openReport", () => {
      if (run) return vscode.env.openExternal(vscode.Uri.file(report()));
      return vscode.window.showInformationMessage("There is no run yet: profile first.");
    }),
    vscode.commands.registerCommand("tapestry.profile", () => {
      const terminal = vscode.window.createTerminal("tapestry");
      terminal.show();
      terminal.sendText(setting("profileCommand"));
    }),
  );
  await client.start();
  vscode.window.visibleTextEditors.forEach(showHeat);
}

const deactivate = () => client?.stop();

module.exports = { activate, deactivate };
