import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { WalkPage } from "./walk-page.ts";

const tools = fileURLToPath(new URL("../../../../tools/browser/package.json", import.meta.url));

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe-core finds serious or worse, one line each. */
export async function seriousProblems(page: WalkPage): Promise<readonly string[]> {
  await page.evaluate(readFileSync(createRequire(tools).resolve("axe-core/axe.min.js"), "utf8"));
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
