import type { Ailment } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../test/decoding/claude/claude-session.ts";
import type { RolloutRef } from "../reading/source.ts";
import { claudeAilments } from "./ailments.ts";
import { claudeSource } from "./source.ts";

const home = "/home/dev/.claude";

async function scanned(write: (session: ClaudeSession) => void) {
  const session = new ClaudeSession();
  write(session);
  const host = memoryHost({ [`${home}/projects/-srv-proj-a/${session.thread}.jsonl`]: session.text() });
  const [rollout] = claudeSource.locate(home, host).rollouts;
  const found: Ailment[] = [];
  for await (const ailment of claudeAilments.scan(rollout as RolloutRef, host)) found.push(ailment);
  return found.map(({ kind, line }) => [kind, line]);
}

const ill = (session: ClaudeSession, id = "t1") => session.result(id, "answers nothing \0");

describe("what Claude Code would send", () => {
  it("is the branch that is gone on with", async () => {
    const found = await scanned((session) => {
      session.prompt("one");
      const fork = session.reply("first");
      session.prompt("two");
      session.call("left", "Bash", { command: "a" });
      ill(session);
      session.prompt("two, differently", { parentUuid: fork });
      ill(session, "t2");
    });
    expect(found).toEqual([
      ["nul", 7],
      ["orphan-output", 7],
    ]);
  });

  it("begins with a compaction, and with the messages that were kept behind it", async () => {
    const found = await scanned((session) => {
      session.prompt("one");
      ill(session);
      const kept = session.reply("kept \0", { messageId: "m1" });
      session.system("compact_boundary", {
        parentUuid: null,
        compactMetadata: { preservedMessages: { uuids: [kept] } },
      });
      session.prompt("Summary", { isCompactSummary: true });
    });
    expect(found).toEqual([["nul", 3]]);
  });

  it("is not what a sub-agent said, nor a line that is written twice", async () => {
    const found = await scanned((session) => {
      session.prompt("one");
      session.call("aside", "Bash", { command: "a" }, { isSidechain: true, parentUuid: null });
      session.call("t1", "Bash", { command: "b" });
      session.result("t1", "B");
      session.lines.push(...session.lines);
      session.reply("done");
    });
    expect(found).toEqual([]);
  });

  it("holds thinking that another model signed", async () => {
    const found = await scanned((session) => {
      session.prompt("one");
      session.thinking("hm");
      session.reply("first");
      session.prompt("two");
      session.reply("second", { model: "claude-sonnet-5" });
    });
    expect(found).toEqual([["foreign-reasoning", 2]]);
  });
});
