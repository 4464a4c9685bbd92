import { join } from "node:path";
import { transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { opencodeSource } from "../../../src/agents/opencode/source.ts";
import type { Fact } from "../../../src/agents/reading/fact.ts";
import type { RolloutRef } from "../../../src/agents/reading/source.ts";
import { clock, database, home, host, located, open, prompt, reply, session, text, useStore } from "./store.ts";

useStore();

describe("reading a part of a session", () => {
  it("gives each turn as in the whole", async () => {
    open();
    session();
    for (const number of [1, 2, 3]) {
      prompt(`m${number}a`, `ask ${number}`);
      reply(`m${number}b`, [{ type: "step-start" }, text(`answer ${number}`)]);
    }
    const [rollout] = located() as [RolloutRef];
    const { turns } = await transcriptOf(rollout, opencodeSource, host);
    expect(turns).toHaveLength(3);
    for (const turn of turns) {
      const window = { from: turn.number, to: turn.number };
      expect((await transcriptOf(rollout, opencodeSource, host, { window })).turns).toEqual([turn]);
    }
  });

  it("goes on from every position as the whole does", async () => {
    open();
    session();
    for (const number of [1, 2, 3]) {
      prompt(`m${number}a`, `ask ${number}`);
      if (number < 3) reply(`m${number}b`, [text(`answer ${number}`)]);
    }
    const [rollout] = located() as [RolloutRef];
    const pieces = [];
    for await (const piece of opencodeSource.decode(rollout, host, { depth: "full" })) pieces.push(piece);
    expect(pieces.map(({ isTail }) => isTail)).toEqual([false, false, true]);
    const said = (facts: readonly Fact[]) => facts.filter(({ type }) => type !== "about");
    const whole = said(pieces.flatMap(({ facts }) => facts));
    for (const [index, { position }] of pieces.slice(0, 2).entries()) {
      const rest: Fact[] = [];
      for await (const { facts } of opencodeSource.decode(rollout, host, { depth: "full", from: position }))
        rest.push(...facts);
      expect([...said(pieces.slice(0, index + 1).flatMap(({ facts }) => facts)), ...said(rest)]).toEqual(whole);
    }
    expect(pieces[2]?.position).toEqual(pieces[1]?.position);
  });
});

describe("the version of a session", () => {
  it("changes with any part, message or name of it, and with nothing else", async () => {
    open();
    session("ses_1");
    session("ses_2");
    prompt("m1", "go");
    reply("m2", [text("one")]);
    const versions = () => new Map(located().map(({ thread, version }) => [thread as string, version]));
    const changes = [
      "UPDATE part SET data = '{}', time_updated = time_updated + 5000 WHERE id = 'm2-p0'",
      'UPDATE part SET data = \'{"type":"text","text":"longer than it was"}\' WHERE id = \'m2-p0\'',
      "UPDATE message SET time_updated = time_updated + 9000 WHERE id = 'm1'",
      "UPDATE session SET title = 'renamed' WHERE id = 'ses_1'",
      "DELETE FROM part WHERE id = 'm2-p0'",
      "INSERT INTO session_message VALUES ('n1', 'ses_1', 'user', 1, 1, 1, '{}')",
      "INSERT INTO session_input VALUES ('i1', 'ses_1', '{}', 'queue', 1, NULL, 1)",
      "UPDATE session_input SET promoted_seq = 2",
    ];
    const other = versions().get("ses_2");
    const known = new Set([versions().get("ses_1")]);
    for (const change of changes) {
      database?.exec(change);
      known.add(versions().get("ses_1"));
    }
    expect(known.size).toBe(changes.length + 1);
    expect(versions().get("ses_2")).toBe(other);
  });

  it("comes with what was only written to the log, and with its size", () => {
    open();
    session();
    prompt("m1", "go");
    const [before] = located() as [RolloutRef];
    prompt("m2", "more");
    const [after] = located() as [RolloutRef];
    expect(after.version).not.toBe(before.version);
    expect(after.sizeBytes).toBeGreaterThan(before.sizeBytes);
    expect(after).toMatchObject({
      key: `${join(home, "opencode.db")}#ses_1`,
      mtimeMs: clock,
      thread: "ses_1",
    });
  });
});
