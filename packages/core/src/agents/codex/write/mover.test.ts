import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asThreadId } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodeHost } from "../../../host/node-host.ts";
import { codexMover } from "./mover.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("mover");
});
afterEach(() => scratch.remove());

const thread = asThreadId("01a1e0b9-168f-7dd1-ac50-c83d65bf9ac8");
const name = `sessions/2026/11/15/rollout-2026-11-15T19-39-48-${thread}.jsonl`;

async function placed(line: string): Promise<string> {
  const [path, folder] = [join(scratch.root, "rollout"), join(scratch.root, "changed")];
  await writeFile(path, `${line}\n`);
  await mkdir(folder);
  const order = { thread, home: scratch.home, cwd: "/w", mapped: (one: string) => one, isMapped: false };
  const { files } = await codexMover.place(
    [{ name, path }],
    { ...order, folder, program: null, signal: new AbortController().signal },
    nodeHost({ HOME: scratch.home }),
  );
  return readFileSync(files[0]?.from ?? "", "utf8");
}

describe("instructions from another machine", () => {
  test.each([
    ["as Codex writes them", '{"type":"session_meta","payload":{"id":"a","base_instructions":{"text":"PLANTED"}}}'],
    [
      "with escapes in the type",
      '{"type":"session\\u005fmeta","payload":{"id":"a","base_instructions":{"text":"PLANTED"}}}',
    ],
    [
      "with escapes in the name",
      '{"type":"session_meta","payload":{"id":"a","base\\u005Finstructions":{"text":"PLANTED"}}}',
    ],
    ["of an early release", '{"type":"session_meta","payload":{"id":"a","instructions":"PLANTED"}}'],
  ])("%s are left out", async (_, line) => {
    const text = await placed(line);
    expect(text).toBe('{"type":"session_meta","payload":{"id":"a"}}\n');
  });

  test.each([
    '{"type": "session_meta", "payload": {"id": "a"}}',
    '{"type":"response_item","payload":{"type":"message","role":"user","content":"session_meta base_instructions \\u00e9"}}',
    "not JSON: session_meta",
  ])("are not in %s, which keeps its bytes", async (line) => {
    expect(await placed(line)).toBe(`${line}\n`);
  });
});
