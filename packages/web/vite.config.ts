import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page is loaded with the script that asks for it, not after it. */
const preloadsPage: Plugin = {
  name: "preloads-page",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const page = Object.values(bundle).find(
        (one) => one.type === "chunk" && one.moduleIds.some((id) => id.endsWith("/open-page.ts")),
      );
      if (page?.type !== "chunk") throw new Error("There is no chunk of open-page.ts.");
      return [page.fileName, ...page.imports]
        .map((file) => `./${file}`)
        .filter((href) => !html.includes(href))
        .map((href) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href },
          injectTo: "head",
        }));
    },
  },
};

/** The page of `reprise open`. Its server forbids inline scripts and styles, and names of assets change with their content. */
export default defineConfig({
  root: at("src/app"),
  // Relative, because editors show the page from a folder.
  base: "./",
  plugins: [preloadsPage],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: at("dist/app"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The model only defines things: a part that is not used need not be loaded.
      treeshake: { moduleSideEffects: [{ test: /packages\/model\/src\//, sideEffects: false }] },
      output: {
        // With everything that they import, in this order: few files, and little before the first request.
        codeSplitting: {
          groups: [
            { name: "head", test: /app\/main\.ts$/, priority: 3 },
            { name: "page", test: /app\/open-page\.ts$/, priority: 2 },
          ],
        },
      },
    },
  },
});
