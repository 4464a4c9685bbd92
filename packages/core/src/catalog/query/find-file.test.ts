import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { openLibrary } from "../../library.ts";

const fixture = fileURLToPath(new URL("../../../../../fixtures/codex/reverted", import.meta.url));
const thread = "01a1e0b9-1309-7ae3-b46a-5f342b0611d7";
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-find-"));
  cpSync(fixture, join(folder, "home"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function prompts(name: string): Promise<string[]> {
  const library = openLibrary(
    nodeHost({ HOME: folder, CODEX_HOME: join(folder, "home"), REPRISE_CACHE: join(folder, "cache") }),
  );
  const reading = await library.read(await library.find(name));
  const list: string[] = [];
  for await (const { items } of reading.turns)
    list.push(...items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])));
  library.close();
  return list;
}

it("turns that were taken back are shown by naming the file that still holds them", async () => {
  expect(await prompts(thread)).toEqual(["question alpha", "question beta"]);
  expect(await prompts(`rollout-2026-11-15T19-39-47-${thread}.jsonl`)).toEqual([
    "question alpha",
    "question beta",
    "question gamma",
    "question delta",
  ]);
});
