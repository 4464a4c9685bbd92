import { globSync, readFileSync } from "node:fs";
import type { FileChange, Item, ItemBody } from "@reprise/model";

const statuses = ["done", "failed", "declined", "open", "waiting"] as const;
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");
const hostile = 'a\u001b[31mred\u001b[0m\u202e <b>&"\u200b `x` ```\r\n\n![i](javascript:x)\t.\n\n';
const files: readonly FileChange[] = [
  { path: "src/a.ts", change: "update", diff: "--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n" },
  { path: "new.txt", change: "add", diff: "one\n\ntwo\n", written: true },
  { path: "gone.txt", change: "delete", diff: "one", written: false },
  { path: "from.txt", change: "move", diff: null, movedTo: "to\u202e.txt" },
];
const raw = { type: "new_thing", list: [1, null, "a\u202eb"], deep: { text: "x".repeat(500) } };

const bodies: readonly ItemBody[] = [
  { kind: "prompt", text: "Fix the **flaky** test\n\nand say why" },
  { kind: "reply", text: "# Done\n\nIt was `sleep(1)`.\n\n- one\n- two\n" },
  { kind: "reasoning", text: "**Looking**\n\nat the clock" },
  { kind: "notice", text: "Context compacted\nonce" },
  { kind: "attachment", what: "file", name: "src/a.ts", text: "let a = 1;\n" },
  { kind: "command", command: "npm test\necho done", output: "1 failed\n", exitCode: 1, status: "done" },
  { kind: "edit", changes: files, status: "failed", reason: "cannot write gone.txt\n" },
  { kind: "tool", name: "grep", input: { pattern: "a", path: "/srv" }, output: "a.ts:1", status: "done" },
  { kind: "approval", subject: "npm publish", decision: "session (person)" },
  { kind: "opaque", raw },
];

const others: readonly ItemBody[] = [
  ...["", "\n\n", hostile, lines(60), `${"word ".repeat(900)}\n`].flatMap((text): ItemBody[] => [
    { kind: "prompt", text },
    { kind: "reply", text },
    { kind: "reasoning", text },
    { kind: "notice", text },
    { kind: "attachment", what: "result", name: text.slice(0, 300), text },
    { kind: "command", command: text, output: text, exitCode: 0, status: "done" },
    { kind: "edit", changes: [{ path: text.slice(0, 200), change: "add", diff: text }], status: "done", reason: text },
    { kind: "tool", name: text.slice(0, 200), input: text, output: text, status: "done" },
    { kind: "approval", subject: text, decision: text.slice(0, 200) },
    { kind: "opaque", raw: text },
  ]),
  ...statuses.flatMap((status): ItemBody[] => [
    { kind: "command", command: "ls", output: null, exitCode: null, status },
    { kind: "command", command: "ls", output: "", exitCode: 0, status },
    { kind: "command", command: "ls", output: lines(30), exitCode: 2, status },
    { kind: "edit", changes: files, status },
    { kind: "edit", changes: files.slice(2, 3), status, reason: "why\nnot" },
    { kind: "edit", changes: [], status, reason: null },
    { kind: "tool", name: "web_fetch", input: null, output: null, status },
    { kind: "tool", name: "Read", input: ["a", { b: 1 }], output: lines(30), status },
  ]),
  ...(["file", "folder", "image", "resource", "result", "context"] as const).map(
    (what): ItemBody => ({ kind: "attachment", what, name: "https://a.b/c", text: null }),
  ),
  { kind: "attachment", what: "image", name: "i.png", text: null, image: { mediaType: "image/png", base64: "aGk=" } },
  { kind: "command", command: "git log", output: lines(20_000), exitCode: null, status: "open", isPersons: true },
  { kind: "edit", changes: [{ path: "b", change: "update", diff: `@@\n${lines(9_000)}` }], status: "done" },
  { kind: "prompt", text: lines(3_000) },
  { kind: "tool", name: "Write", input: { text: lines(9_000) }, output: lines(9_000), status: "open" },
  { kind: "approval", subject: "rm -rf \u202ex\n", decision: null },
  { kind: "opaque", raw: null },
  { kind: "opaque", raw: { list: lines(9_000).split("\n") } },
];

function located(body: ItemBody, index: number): Item {
  return { ...body, id: `i${index}`, at: null, origin: { file: "f", line: index + 1, byteOffset: 0 } };
}

/** One of each kind, then texts that are empty, long or hostile, and each outcome. */
export const plainItems: readonly Item[] = bodies.map(located);
export const oddItems: readonly Item[] = others.map(located);

/** Every item of the recordings of the real agents. */
export function goldenItems(): readonly Item[] {
  const found: Item[] = [];
  for (const file of globSync("fixtures/*/*/golden.json").toSorted()) collect(JSON.parse(readFileSync(file, "utf8")));
  return found;

  function collect(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if ("kind" in value && "origin" in value && "id" in value) found.push(value as Item);
    else for (const inner of Object.values(value)) collect(inner);
  }
}
