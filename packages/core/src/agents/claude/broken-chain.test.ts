import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { chainShapes } from "../../../test/ailing/claude-chain-shapes.ts";
import { ClaudeSession } from "../../../test/decoding/claude/claude-session.ts";
import { read } from "../../../test/decoding/claude/session.ts";
import type { RolloutRef } from "../reading/source.ts";
import { claudeAilments } from "./ailments.ts";
import { claudeSource } from "./source.ts";

describe("messages that a resume by Claude Code would leave out", () => {
  it.each(chainShapes)("are counted: $name", async ({ write, tells, takenCount = tells.length }) => {
    const session = new ClaudeSession();
    write(session);
    const home = "/home/dev/.claude";
    const host = memoryHost({ [`${home}/projects/-srv-proj-a/${session.thread}.jsonl`]: session.text() });
    const [rollout] = claudeSource.locate(home, host).rollouts;
    const found = [];
    for await (const { kind, onResume, detail } of claudeAilments.scan(rollout as RolloutRef, host))
      found.push({ kind, onResume, detail });
    const detail = `Claude Code takes only what hangs together: ${takenCount} of ${tells.length} messages. A cleaned copy has all of them.`;
    expect(found).toEqual(takenCount === tells.length ? [] : [{ kind: "broken-chain", onResume: "lost", detail }]);
  });

  it.each(chainShapes.filter(({ takenCount }) => takenCount !== undefined))(
    "are shown, and a replay has them: $name",
    async ({ write, tells }) => {
      const session = new ClaudeSession();
      write(session);
      const { items } = await read(session);
      expect(items.flatMap((item) => ("text" in item ? [item.text] : []))).toEqual(tells);
      expect(items.some((item) => item.kind === "notice" && item.mark)).toBe(false);
    },
  );
});
