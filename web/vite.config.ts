// SPDX-License-Identifier: Apache-2.0
// Builds one HTML file with everything in it. Its content security policy allows only this script and this style, by
// their hashes, so that nothing else that gets into the page can run.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

// The licences of all packages whose code is in the page, because every report passes that code on.
function licences(modules: string[]): string {
  const packages = modules
    .map((id) => /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id))
    .filter((hit) => hit !== null);
  const folders = new Map(packages.map((hit) => [hit[2]!, hit[1]!]));
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, folder]) => {
      const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"]
        .map((word) => join(folder, word))
        .find((path) => existsSync(path));
      if (file === undefined) throw new Error(`${name} is part of the page and has no licence`);
      return `${name}\n\n${readFileSync(file, "utf8").trim()}`;
    })
    .join("\n\n")
    .replaceAll("--", "- -"); // which would end the comment
}

function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      let script = "";
      const modules: string[] = [];
      let style = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") {
          script += part.code;
          modules.push(...Object.keys(part.modules));
        } else if (name.endsWith(".css")) style += part.source as string;
        else continue;
        delete bundle[name];
      }
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("index.html is not part of the bundle");
      // The script must not contain what would end its own element.
      script = `\n${script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--").trim()}\n`;
      style = `\n${style.trim()}\n`;
      const policy = [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        "img-src data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; ");
      page.source = (page.source as string)
        .replace(/\s*<script type="module"[^>]*><\/script>/g, "")
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, "")
        .replace("TAPESTRY_POLICY", () => policy)
        .replace(
          "</head>",
          () =>
            `  <!-- This page is part of Tapestry (Apache-2.0) and holds:\n\n${licences(modules)}\n-->\n` +
            `    <style>${style}</style>\n  </head>`,
        )
        .replace("</body>", () => `<script type="module">${script}</script>\n  </body>`);
    },
  };
}

export default defineConfig({
  base: "./",
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
  build: {
    target: "es2022",
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  plugins: [oneFile()],
});
