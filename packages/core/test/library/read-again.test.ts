import { appendFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { type Library, SessionError, type SessionSummary } from "@reprise/model";
import { linesOf, promptTurn, scripted, scriptedSource } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { all, home, open, put, seed, useHome } from "./stage.ts";

useHome();

const time = new Date("2026-11-15T19:37:52Z");

/** A library, a session that it listed, and how often it has looked for session files since. */
async function listed() {
  const path = put(seed("one", 1));
  utimesSync(path, time, time);
  put(seed("two", 2));
  let lookCount = 0;
  const source = scriptedSource();
  const counting: typeof source = {
    ...source,
    locate(...place) {
      lookCount += 1;
      return source.locate(...place);
    },
  };
  const library = open({ sources: [counting] });
  const { sessions } = await library.list(all);
  const session = sessions.find(({ thread }) => thread === "one") as SessionSummary;
  const before = lookCount;
  return { path, library, session, looks: () => lookCount - before };
}

async function promptsOf(library: Library, session: SessionSummary): Promise<string[]> {
  const { turns } = await library.read(session);
  const read = await Array.fromAsync(turns);
  return read.flatMap(({ items }) => items.flatMap((item) => (item.kind === "prompt" ? [item.text] : [])));
}

const twoTurns = { turns: [promptTurn("question of one"), promptTurn("and more")] };

describe("a listed session that is read", () => {
  it("is read without a look at all others while its file is unchanged", async () => {
    const { library, session, looks } = await listed();
    expect(await promptsOf(library, session)).toEqual(["question of one"]);
    expect(await promptsOf(library, session)).toEqual(["question of one"]);
    expect(looks()).toBe(0);
  });

  it("is read with what was appended since", async () => {
    const { path, library, session, looks } = await listed();
    const lines = linesOf(seed("one", 1, twoTurns));
    appendFileSync(path, scripted.file(...lines.slice(linesOf(seed("one", 1)).length)));
    expect(await promptsOf(library, session)).toEqual(["question of one", "and more"]);
    expect(looks()).toBe(1);
    expect(await promptsOf(library, session)).toEqual(["question of one", "and more"]);
    expect(looks()).toBe(1);
  });

  it.each([
    ["and time", time],
    ["at another time", new Date(time.getTime() + 5_000)],
  ])("is read anew when its file was replaced by one of the same size %s", async (_, then) => {
    const { path, library, session } = await listed();
    const text = scripted.file(...linesOf(seed("one", 1, { turns: [promptTurn("QUESTION of one")] })));
    expect(Buffer.byteLength(text)).toBe(statSync(path).size);
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
    utimesSync(path, then, then);
    expect((await library.read(session)).session.title).toBe("QUESTION of one");
    expect(await promptsOf(library, session)).toEqual(["QUESTION of one"]);
  });

  it("is read with the base that was missing when it was listed", async () => {
    const base = scripted.file(...linesOf(seed("base", 1)));
    const about = { forkedFrom: "base" as never, base: { rolloutId: "base", endByte: base.length } };
    const lines = [{ start: "t2" }, { item: { kind: "prompt", text: "and more" }, key: "more" }] as const;
    home.write("sessions/fork.jsonl", scripted.file({ about }, ...lines));
    const library = open();
    const [fork] = (await library.list(all)).sessions;
    expect(await promptsOf(library, fork as SessionSummary)).toEqual(["and more"]);
    put(seed("base", 1));
    expect(await promptsOf(library, fork as SessionSummary)).toEqual(["question of base", "and more"]);
  });

  it("is not found any more when its file is gone", async () => {
    const { path, library, session } = await listed();
    rmSync(path);
    await expect(promptsOf(library, session)).rejects.toBeInstanceOf(SessionError);
  });

  it("is read with the offsets of another process that has indexed it since", async () => {
    const { path, library, session } = await listed();
    const lines = linesOf(seed("one", 1, twoTurns));
    appendFileSync(path, scripted.file(...lines.slice(linesOf(seed("one", 1)).length)));
    await open({ sources: [scriptedSource()] }, home.host).list(all);
    expect(await promptsOf(library, session)).toEqual(["question of one", "and more"]);
  });
});
