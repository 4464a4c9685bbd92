import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { walk } from "./walk.ts";

const modules = fileURLToPath(new URL("../../../../tools/old-agents/node_modules", import.meta.url));
/** For this kind of machine only; all releases of all agents are in `npm run campaign releases`. */
const program = `${modules}/codex-linux-x64/vendor/x86_64-unknown-linux-musl/codex/codex`;

test("codex 0.120.0 runs, resumes and falls back to a replay for a fork at a turn", async ({ skip }) => {
  skip(!existsSync(program), "not installed on this kind of machine");
  const { outcomes, problems } = await walk("codex", "0.120.0", program, { isSample: true });
  expect(problems).toEqual([]);
  expect(outcomes.map(({ step, how, detail }) => [step, how, detail])).toEqual([
    ["run", "works", null],
    ["resume", "works", null],
    ["read", "works", null],
    ["fork at a turn", "falls back", "native"],
  ]);
});
