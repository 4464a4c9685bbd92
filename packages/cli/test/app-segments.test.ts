import { isWhole, type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectGivenBack, goBack, writeOldSession } from "./app-stage.ts";
import { LiveStage, said } from "./live-stage.ts";

/** Each is a segment of its own. */
const total = 8;

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-segments");
  folder = stage.folder("work");
  const filler = "the quick brown fox jumps over the lazy dog. ".repeat(230);
  writeOldSession(
    stage,
    Array.from({ length: total }, (_, index) => `message ${index + 1}: ${filler}(end ${index + 1})`),
  );
  // A model that thinks for longer than anybody waits: whatever is sent is stopped, or never ends.
  stage.model.push(...Array.from({ length: 3 * total }, () => [{ hang: true } as const]));
});
afterEach(() => stage.close());

/** The plan of a replay by segments, of the only session there is. */
async function planned(): Promise<PtyProgram> {
  const pty = stage.openApp(folder);
  await pty.shows("1–1 of 1");
  pty.press("right", "right", "enter");
  await pty.shows("nothing until you write a message");
  for (let tries = 0; !/History +segments/.test(pty.text()) && tries < 4; tries += 1) {
    const before = /History +(\w+)/.exec(pty.text())?.[1];
    pty.type("n");
    await until(() => new RegExp(`History +(?!${before})\\w`).test(pty.text()), { what: "another way" });
  }
  await pty.shows(`the history, in ${total} segments; nothing until you write a message`);
  return pty;
}

/** The numbers of the segments that the agent's own log of the new session holds; the end is 0. */
async function told(): Promise<readonly number[]> {
  const fresh = await stage.session(({ lineage, turnCount }) => lineage?.kind === "replay" && turnCount > 0);
  const prompts = (await stage.turns(fresh.id)).flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])),
  );
  return prompts.map((text) => Number(/: (?:segment (\d+) of \d+|end)\]/.exec(text)?.[1] ?? 0));
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

// As app-replay does step by step, and live-segments by the command; in the campaign.
test.runIf(isWhole)(
  "Esc while a segment is sent stops with one line; Enter goes on there, and nothing is sent twice",
  async () => {
    const changed = await stage.watchSessions();
    const pty = await planned();
    expect(stage.asked()).toEqual([]);
    await pty.ready("Enter  Replay");
    pty.press("enter");
    await pty.shows(/Restoring: \[#+—+\] [1-9]\d?%/);
    pty.press("escape");
    await pty.shows(new RegExp(`Replay cancelled after \\d+ of ${total} segments\\.`));
    await pty.shows("Enter continues where it stopped");
    const done = Number(/Replay cancelled after (\d+) of/.exec(pty.text())?.[1]);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(total);
    expect(pty.text().match(/Replay cancelled/g)).toHaveLength(1);
    expect(await told()).toEqual(upTo(done));
    const cut = await stage.session(({ lineage }) => lineage?.kind === "replay");
    expect(cut).toMatchObject({ state: "stopped", owner: null });

    pty.press("enter");
    await pty.shows(`after ${done} of ${total} segments; nothing is sent twice`);
    await pty.ready("Enter  Replay");
    pty.press("enter");
    await pty.shows("Replayed as codex:");
    expect(await told()).toEqual([...upTo(total), 0]);
    expect(await stage.sessions()).toHaveLength(2);
    // Each piece reached a model at most once as what was said last.
    const last = stage.asked().map((request) => said(request).at(-1) ?? "");
    expect(new Set(last).size).toBe(last.length);

    await pty.shows("ready ·");
    await goBack(pty);
    await pty.shows("1–2 of 2");
    pty.type("q");
    await expectGivenBack(pty, 0);
    expect(await changed()).toEqual([]);
  },
);
