// Plans a replay through core, in a process of its own, and prints the milliseconds of its start and of the plan.
import { nodeHost } from "@reprise/core";
import { openRunner } from "@reprise/core/runner";
import { usualWish } from "@reprise/model";

const [session = "", cwd = ""] = process.argv.slice(2);
const runner = await openRunner(nodeHost());
const startMs = performance.now();
const plan = await runner.plan(session, {
  ...usualWish,
  modes: ["replay"],
  settings: { cwd },
  otherwise: "current",
});
const planMs = performance.now() - startMs;
runner.close();
process.stdout.write(
  JSON.stringify({ startMs, planMs, mode: plan.mode, tokens: plan.mode === null ? 0 : plan.tokens }),
);
