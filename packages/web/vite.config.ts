import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page of `reprise open`. Its server forbids inline scripts and styles, and names of assets change with their content. */
export default defineConfig({
  root: at("src/app"),
  // Relative, because editors show the page from a folder.
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: at("dist/app"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
