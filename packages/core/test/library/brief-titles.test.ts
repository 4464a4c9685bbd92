import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Lineage, SessionId } from "@reprise/model";
import { makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { addLineage } from "../../src/journal/lineage.ts";
import { openLibrary } from "../../src/library.ts";
import { assistant, event, line, meta, user } from "../decoding/codex/rollout.ts";

const idOf = (number: number) => `01a1e0b5-021f-7ab0-a082-${String(number).padStart(12, "0")}`;

test("a session that was started from a brief has the title of the session that the brief is of", async () => {
  const { root, remove } = await makeScratch("brief-titles");
  const state = join(root, "state");
  const host = nodeHost({ HOME: root, REPRISE_CACHE: join(root, "cache"), REPRISE_STATE: state });
  const day = join(root, ".codex/sessions/2026/11/15");
  mkdirSync(day, { recursive: true });
  const brief = (number: number) => `Restore this session: codex:${idOf(number)}\nFile: /a.jsonl\n\n## Goal\nA goal.`;
  const place = (number: number, prompt: string, lineage?: Lineage) => {
    const id = idOf(number);
    const lines = [line("session_meta", meta({ id })), user(prompt), event("user_message", { message: prompt })];
    writeFileSync(
      join(day, `rollout-2026-11-15T19-35-21-${id}.jsonl`),
      `${[...lines, assistant("Yes.")].join("\n")}\n`,
    );
    if (lineage) addLineage(state, `codex:${id}` as SessionId, lineage, host);
  };
  const of = (number: number): Lineage => ({ kind: "handoff", session: `codex:${idOf(number)}` as SessionId, turn: 1 });
  place(1, "fix the cart");
  place(2, brief(1), of(1));
  place(3, brief(2), of(2));
  place(4, brief(9), of(9));
  place(5, brief(1));
  const library = openLibrary(host, { homes: { codex: [join(root, ".codex")] } });
  onTestFinished(async () => {
    library.close();
    await remove();
  });
  const { sessions } = await library.list({ scope: "all", limit: 10 });
  const titles = new Map(sessions.map(({ thread, title }) => [`${thread}`, title]));
  expect([2, 3].map((number) => titles.get(idOf(number)))).toEqual(["fix the cart", "fix the cart"]);
  // The session is gone, or Reprise did not start this one: the words are all there is.
  for (const number of [4, 5]) expect(titles.get(idOf(number))).toContain("Restore this session:");
});
