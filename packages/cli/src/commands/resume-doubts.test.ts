import type { Ailment } from "@reprise/model";
import { planSchema, warningSchema } from "@reprise/model/schema";
import { describe, expect, test } from "vitest";
import { eventLines } from "../../test/support/lines.ts";
import { ended, plan, row, settings, started } from "../../test/support/plans.ts";
import { run } from "../../test/support/run.ts";

const steps = [{ type: "checking" }, { type: "checked", settings }, ...started, ended()] as const;
const ailment: Ailment = {
  kind: "nul",
  onResume: "sent",
  file: "/home/me/.codex/sessions/a.jsonl",
  line: 12,
  byteOffset: 4096,
  detail: "Here stands a text with a NUL character. A cleaned copy leaves it out.",
};
const doubtful = plan({ ailments: [ailment] });
const script = { steps, plans: { "codex:a": doubtful } };
const question = "A resume is expected to fail, as shown. Resume all the same? [y/n]";

describe("a resume that is known to be refused", () => {
  test("is not begun without a yes: 5, with the plan, the cleaned copy and the same with a yes", async () => {
    const ran = await run("resume codex:a more", { script });
    expect([ran.code, ran.runner.resumed]).toEqual([5, []]);
    expect(ran.stderr).toMatch(
      /^Resume codex:a\n( {2}.*\n)+Expected to fail:\n {2}\/home\/me.*a\.jsonl:12 nul \(models refuse it\): Here/,
    );
    expect(ran.stderr).toContain("  reprise repair codex:a\n  reprise resume --yes codex:a more\n");
    const json = await run("resume codex:a --json", { script });
    expect([json.code, eventLines(json.stdout)]).toEqual([5, [{ type: "refused", plan: doubtful }]]);
    const dry = await run("resume codex:a --dry-run --json", { script });
    expect(planSchema.parse(JSON.parse(dry.stdout))).toEqual(doubtful);
  });

  test.each([
    ["y", 0, 1],
    ["n", 5, 0],
    ["escape", 5, 0],
  ])("on a terminal is a question; %s", async (keys, code, begun) => {
    const ran = await run("resume codex:a", { script, keys });
    expect([ran.code, ran.runner.resumed.length]).toEqual([code, begun]);
    expect(ran.stderr).toContain(question);
    expect(ran.stderr.includes("  reprise repair codex:a\n")).toBe(begun === 0);
  });

  test("with --yes is begun, and said all the same", async () => {
    const ran = await run("resume codex:a --yes", { script });
    expect([ran.code, ran.runner.resumed.length]).toEqual([0, 1]);
    expect(ran.stderr).toContain(
      `reprise: warning: ${ailment.file}: A resume is expected to fail. ${ailment.detail} To continue from one: reprise repair codex:a\n`,
    );
    const json = await run("resume codex:a --yes --json", { script });
    expect(warningSchema.parse(JSON.parse(json.stderr)).warning.kind).toBe("expected-to-fail");
  });

  test("is said of each where all are resumed", async () => {
    const rows = [row("a")];
    const ran = await run("resume --all-interrupted --yes", { script: { ...script, rows } });
    expect(ran.stderr).toContain(`reprise: warning: ${ailment.file}: A resume is expected to fail.`);
  });

  test("what was looked for by a replay is no doubt", async () => {
    const healed = plan({ ailments: [{ ...ailment, onResume: "healed" }] });
    const ran = await run("resume codex:a", { script: { steps, plans: { "codex:a": healed } } });
    expect([ran.code, ran.stderr.includes("expected")]).toEqual([0, false]);
  });
});
