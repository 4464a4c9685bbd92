import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { opencodeSource } from "../../../src/agents/opencode/source.ts";
import type { RolloutRef } from "../../../src/agents/reading/source.ts";
import { database, home, host, itemsOf, located, open, prompt, reply, seen, session, text, useStore } from "./store.ts";

useStore();

describe("what is damaged", () => {
  it("is told where it stands, and hides nothing else", async () => {
    open();
    session();
    prompt("m1", "go");
    reply("m2", [text("one"), text("two")]);
    database?.exec("UPDATE part SET data = '{\"type\":' WHERE id = 'm2-p0'");
    database?.exec("UPDATE message SET data = 'nonsense' WHERE id = 'm2'");
    const { turns, damage } = await seen();
    expect(turns[0]?.items).toEqual([
      "prompt: go",
      { kind: "opaque", raw: '{"type":' },
      { kind: "opaque", raw: "nonsense" },
      "reply: two",
    ]);
    expect(damage).toEqual([
      ["not-json", 3],
      ["not-json", 2],
    ]);
  });

  it("may be the numbers of a row", async () => {
    open();
    session("ses_1", { time_created: "yesterday", tokens_input: null });
    database?.exec("UPDATE session SET time_updated = 9223372036854775807");
    prompt("m1", "go");
    expect(await itemsOf()).toEqual(["prompt: go"]);
  });

  it("may be the database itself: it is listed with its damage, beside a warning", async () => {
    writeFileSync(join(home, "opencode.db"), "SQLite format 3\0".padEnd(8192, "x"));
    const { rollouts, warnings } = opencodeSource.locate(home, host);
    expect(warnings).toMatchObject([{ kind: "unreadable", path: join(home, "opencode.db") }]);
    expect(rollouts).toMatchObject([{ key: join(home, "opencode.db"), thread: null }]);
    const kinds: string[] = [];
    for await (const { facts } of opencodeSource.decode(rollouts[0] as RolloutRef, host, { depth: "full" })) {
      kinds.push(...facts.flatMap((fact) => (fact.type === "damage" ? [fact.damage.kind] : [])));
    }
    expect(kinds).toEqual(["unreadable"]);
  });

  it("hides no other database", () => {
    open("opencode-dev.db");
    session();
    writeFileSync(join(home, "opencode.db"), "nonsense");
    const { rollouts } = opencodeSource.locate(home, host);
    expect(rollouts.map(({ thread }) => thread)).toEqual(["ses_1", null]);
  });

  it("may be a database of something else", () => {
    open();
    database?.exec("DROP TABLE session");
    expect(opencodeSource.locate(home, host).warnings).toMatchObject([
      { detail: expect.stringContaining("not a database of OpenCode") },
    ]);
  });

  it("tells nothing of a session that is gone", async () => {
    open();
    session();
    const [rollout] = located() as [RolloutRef];
    database?.exec("DELETE FROM session");
    const pieces = [];
    for await (const piece of opencodeSource.decode(rollout, host, { depth: "full" })) pieces.push(...piece.facts);
    expect(pieces).toEqual([]);
  });
});
