import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { subjectsCalled } from "./subjects.ts";

const source = (path: string) => resolve("packages", path);

/** What the subjects' tests need of it. All of the testkit takes seconds to load, and each mutant loads it anew. */
const ofTestkit = `export * from ${JSON.stringify(source("testkit/src/host/memory-host.ts"))};`;

export default defineConfig({
  plugins: [
    {
      name: "quick-testkit",
      enforce: "pre",
      resolveId: (id) => (id === "@reprise/testkit" ? "\0quick-testkit" : null),
      load: (id) => (id === "\0quick-testkit" ? ofTestkit : null),
    },
  ],
  resolve: {
    // The links in node_modules lead to sources that are not mutated.
    alias: [
      { find: /^@reprise\/model\/schema$/, replacement: source("model/src/schema/index.ts") },
      { find: /^@reprise\/(model|core|tui)$/, replacement: source("$1/src/index.ts") },
      { find: /^@reprise\/core\/(runner|workbench)$/, replacement: source("core/src/$1.ts") },
    ],
  },
  test: {
    include: subjectsCalled(process.env.MUTATED_SUBJECT).flatMap(({ tests }) => tests),
    testTimeout: 60_000,
  },
});
