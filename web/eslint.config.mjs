// SPDX-License-Identifier: Apache-2.0
import js from "@eslint/js";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import { fileURLToPath } from "node:url";
import tseslint from "typescript-eslint";

// A folder of src imports from itself and from those before it in this list.
const layers = ["base", "contract", "data", "model", "render", "views", "app"];
const layerRules = layers.map((layer, i) => ({
  files: [`src/${layer}/**`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: layers.slice(i + 1).map((above) => ({
          group: [`**/${above}/*`],
          message: `${layer} may not import from ${above}.`,
        })),
      },
    ],
  },
}));

export default tseslint.config(
  // What store_test writes is checked by tsc and by that test.
  { ignores: ["dist", "test-results", "src/base/categories.ts", "src/base/measures.ts", "src/contract/rows.ts"] },
  js.configs.recommended,
  {
    rules: {
      // Prettier breaks code at 120 columns, but neither comments nor strings.
      "max-len": ["error", { code: 120 }],
      "sort-imports": ["error", { ignoreCase: true, ignoreDeclarationSort: true }],
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL(".", import.meta.url)) },
    },
  },
  // These run in Node, and hand functions to the page in Chromium.
  { files: ["**/*.mjs"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: ["src/**"],
    plugins: { "react-hooks": hooks },
    // Not exhaustive-deps: effects here name what they follow, which is often less than what they read.
    rules: { "react-hooks/rules-of-hooks": "error" },
  },
  ...layerRules,
);
