import { memoryHost } from "@reprise/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CodexRollout } from "../../../test/ailing/codex-rollout.ts";
import type { RolloutRef } from "../reading/source.ts";
import { codexAilments } from "./ailments.ts";
import { codexSource } from "./source.ts";

const home = "/home/dev/.codex";
const thread = "01a1e0ba-4bd3-7653-b0c3-c102b498c761";
const pathOf = (id: string) => `${home}/sessions/2026/11/15/rollout-2026-11-15T12-00-00-${id}.jsonl`;

async function scan(files: Record<string, string | Buffer>, path = Object.keys(files)[0] ?? "") {
  const host = memoryHost(files);
  const rollout = codexSource.locate(home, host).rollouts.find((found) => found.path === path);
  const found = [];
  for await (const ailment of codexAilments.scan(rollout as RolloutRef, host)) found.push(ailment);
  return found;
}

async function scanned(write: (rollout: CodexRollout) => void) {
  const rollout = new CodexRollout(thread, "/srv/a");
  rollout.header();
  write(rollout);
  return scan({ [pathOf(thread)]: rollout.bytes() });
}

const kindsOf = (found: readonly { kind: string; line: number }[]) => found.map(({ kind, line }) => [kind, line]);

describe("what Codex would send", () => {
  it("no longer holds what was compacted away, but what the compaction put in its place", async () => {
    const found = await scanned((rollout) => {
      rollout.begin("one");
      rollout.call("c1", "make");
      rollout.output("c2", "bad \0");
      rollout.used(999_999);
      rollout.line("compacted", {
        message: "short",
        replacement_history: [
          { type: "message", role: "user", content: [{ type: "input_text", text: "half \ud83c" }] },
          { type: "compaction", encrypted_content: "ENC" },
        ],
      });
      rollout.end();
    });
    expect(kindsOf(found)).toEqual([["lone-surrogate", 10]]);
  });

  it("no longer holds what was taken back", async () => {
    const found = await scanned((rollout) => {
      rollout.begin("one");
      rollout.output("kept", "answers nothing");
      rollout.end();
      rollout.begin("two");
      rollout.call("c1", "make");
      rollout.item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "\0" }] });
      rollout.end();
      rollout.line("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    });
    expect(kindsOf(found)).toEqual([["orphan-output", 7]]);
  });

  it("is full as long as the latest request says so", async () => {
    const full = (rollout: CodexRollout) => {
      rollout.begin("one");
      rollout.used(300, 300);
    };
    expect(kindsOf(await scanned(full))).toEqual([["context-full", 7]]);
    const later = await scanned((rollout) => {
      full(rollout);
      rollout.used(299, 300);
    });
    expect(later).toEqual([]);
    const failed = await scanned((rollout) => {
      rollout.begin("one");
      rollout.end({ message: "no room", codex_error_info: "context_window_exceeded" });
    });
    expect(kindsOf(failed)).toEqual([["context-full", 7]]);
  });

  it("tells sealed reasoning of another provider once, with how much there is of it", async () => {
    const found = await scanned((rollout) => {
      rollout.begin("one", { provider: "elsewhere" });
      for (let count = 0; count < 3; count += 1)
        rollout.item({ type: "reasoning", id: `r${count}`, summary: [], encrypted_content: "ENC" });
      rollout.end();
      rollout.begin("two");
      rollout.item({ type: "reasoning", id: "own", summary: [], encrypted_content: "ENC" });
    });
    expect(found).toHaveLength(1);
    expect(found[0]?.detail).toContain("3 pieces from here on, was made by gpt-5.5 of elsewhere");
  });

  it("has one output for a call: a second is named", async () => {
    const found = await scanned((rollout) => {
      rollout.begin("one");
      rollout.call("c1", "make");
      rollout.output("c1", "made");
      rollout.item({ type: "function_call_output", call_id: "c1", output: "made again" });
    });
    expect(kindsOf(found)).toEqual([["duplicate-output", 9]]);
  });
});

describe("files that continue others", () => {
  const base = "01a1e0ba-0000-7000-8000-000000000001";

  it("are looked at with what they continue, and only that far", async () => {
    const older = new CodexRollout(base, "/srv/a");
    older.header();
    older.begin("one");
    older.output("in", "answers nothing");
    const end = older.bytes().length;
    const ordinal = older.nextOrdinal;
    older.output("out", "answers nothing, but is not continued");
    const newer = new CodexRollout(thread, "/srv/a");
    newer.line(
      "session_meta",
      { id: thread, history_base: { thread_id: base, end_ordinal_exclusive: ordinal, end_byte_offset: end } },
      { ordinal },
    );
    newer.begin("two");
    newer.call("c1", "make");
    const files = { [pathOf(thread)]: newer.bytes(), [pathOf(base)]: older.bytes() };
    const found = await scan(files);
    expect(found.map(({ kind, file }) => [kind, file])).toEqual([
      ["orphan-output", pathOf(base)],
      ["orphan-call", pathOf(thread)],
    ]);
  });
});

describe("older and broken files", () => {
  it("of 2025 are looked at, lines and documents", async () => {
    const lines = [
      { id: thread, timestamp: "2025-07-01T00:00:00.000Z", instructions: null },
      { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
      { type: "local_shell_call", id: "s1", status: "completed", action: { type: "exec", command: ["ls"] } },
    ];
    const path = pathOf(thread);
    expect(kindsOf(await scan({ [path]: lines.map((line) => `${JSON.stringify(line)}\n`).join("") }))).toEqual([
      ["orphan-call", 3],
    ]);
    const document = `${home}/sessions/rollout-2025-04-20-${thread}.json`;
    const items = [{ type: "function_call_output", call_id: "c1", output: "x" }];
    const found = await scan({ [document]: JSON.stringify({ session: { id: thread }, items }) });
    expect(kindsOf(found)).toEqual([["orphan-output", 1]]);
    expect(kindsOf(await scan({ [document]: "{" }))).toEqual([["unreadable-line", 1]]);
  });

  it("never throw, whatever their bytes", async () => {
    const whole = new CodexRollout(thread, "/srv/a");
    whole.header();
    whole.begin("one");
    whole.call("c1", "make");
    const bytes = whole.bytes();
    const cut = fc.tuple(fc.nat(bytes.length), fc.uint8Array({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(cut, async ([at, noise]) => {
        const mutated = Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
        for (const { line, byteOffset } of await scan({ [pathOf(thread)]: mutated })) {
          expect(line).toBeGreaterThan(0);
          expect(byteOffset).toBeLessThanOrEqual(mutated.length);
        }
      }),
      { numRuns: 200 },
    );
  });
});
