import { describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../../test/decoding/claude/claude-session.ts";
import { read } from "../../../../test/decoding/claude/session.ts";
import { portableHistory } from "../../../restore/history/portable-history.ts";

const thread = "11111111-1111-4111-8111-111111111111";
const subagent = `${thread}/subagents/agent-a1.jsonl`;

function logged(path: string, head = ""): string {
  return `${head}<persisted-output>\nOutput too large (85.7KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n1\n2\n...\n</persisted-output>`;
}

async function commandOf(text: string, { place, files = {} }: { place?: string; files?: Record<string, string> } = {}) {
  const session = new ClaudeSession(thread);
  session.prompt("go");
  session.call("t1", "Bash", { command: "seq 1 9000" });
  session.result("t1", text, { isError: text.startsWith("Exit code") });
  const reading = await read(session, place, files);
  const item = reading.items.find(({ kind }) => kind === "command");
  if (item?.kind !== "command") throw new Error("no command");
  return { item, turns: reading.turns };
}

describe("a large output", () => {
  const saved = "/elsewhere/projects/x/tool-results/b5.txt";
  const start = `1\n2\n[Output too large (85.7KB). Full output saved to: ${saved}]`;

  it("is read from the folder of its session, wherever that is now; a model is sent its start, as before", async () => {
    const files = { [`${thread}/tool-results/b5.txt`]: "1\n2\nNEEDLE\n3\n" };
    const { item, turns } = await commandOf(logged(saved), { files });
    expect(item).toMatchObject({ output: "1\n2\nNEEDLE\n3\n", status: "done" });
    const { entries } = portableHistory(turns, { agent: "claude" });
    expect(entries[1]?.item).toMatchObject({ kind: "call", output: start });
    const failed = await commandOf(logged(saved, "Exit code 2\n"), { files });
    expect(failed.item).toMatchObject({ output: "Exit code 2\n1\n2\nNEEDLE\n3\n", status: "failed", exitCode: 2 });
    const ofSubagent = await commandOf(logged("C:\\x\\tool-results\\b5.txt"), { place: subagent, files });
    expect(ofSubagent.item.output).toContain("NEEDLE");
  });

  it("that is no longer there shows its start without the tag, and where it was", async () => {
    expect((await commandOf(logged(saved))).item.output).toBe(start);
  });

  it("is never read from elsewhere", async () => {
    const files = { "secret.txt": "SECRET", "other/tool-results/b5.txt": "SECRET", [`${thread}/b5.txt`]: "SECRET" };
    for (const path of [saved, "../secret.txt", "/a/..", "..", `/x/../../secret.txt`])
      expect((await commandOf(logged(path), { files })).item.output).not.toContain("SECRET");
  });

  it("is read up to 4 MiB, and says how much more there is", async () => {
    const files = { [`${thread}/tool-results/b5.txt`]: "x".repeat(5 * 1024 * 1024) };
    const { output } = (await commandOf(logged(saved), { files })).item;
    expect(output?.length).toBeLessThan(4.1 * 1024 * 1024);
    expect(output).toMatch(/\n\[1,048,576 more bytes are in .*b5\.txt\]$/);
  });

  it("a text that only quotes the tag stays as it is", async () => {
    const quoted = `here: ${logged(saved)}`;
    expect((await commandOf(quoted)).item.output).toBe(quoted);
  });
});
