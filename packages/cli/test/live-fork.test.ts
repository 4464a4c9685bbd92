import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesPlanSchema, planSchema } from "@reprise/model/schema";
import { type Action, codex } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LiveStage, said } from "./live-stage.ts";

const patch = (...lines: string[]): Action => ({
  custom: { name: "apply_patch", input: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") },
});
const afterOne = "one\n";
const afterTwo = "one\ntwo\n";

describe("fork, by the built program with the real Codex", () => {
  let stage: LiveStage;
  let source: string;
  let folder: string;
  const notes = () => readFileSync(join(folder, "notes.txt"), "utf8");

  /** Two turns; each edits the same file. */
  beforeAll(async () => {
    stage = await LiveStage.open("fork");
    folder = stage.folder("work");
    const ask = async (prompt: string, resume?: string) => {
      const turn = stage.home.spawnTurn({
        prompt,
        cwd: folder,
        allowTools: true,
        ...(resume ? { resume } : {}),
      });
      await turn.exited;
      return codex.sessionId(turn) ?? "";
    };
    stage.model.push([patch("*** Add File: notes.txt", "+one")], [{ text: "First is done." }]);
    const thread = await ask("begin the notes");
    stage.model.push([patch("*** Update File: notes.txt", "@@", " one", "+two")], [{ text: "Second is done." }]);
    await ask("go on with the notes", thread);
    source = `codex:${thread}`;
    expect(notes()).toBe(afterTwo);
  });
  afterAll(() => stage.close());

  test("--at 1 with a prompt is made by Codex itself: it knows turn 1 and not turn 2", async () => {
    const changed = await stage.watchSessions();
    const before = stage.asked().length;
    stage.model.push([{ text: "Another way." }]);
    const words = ["--at", "1", "try it otherwise", "--yes", "--allow-wider", "--json"];
    const ended = await stage.run(folder, "fork", source, ...words);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.events.find(({ type }) => type === "restored")).toMatchObject({ from: source, via: "fork" });
    const done = ended.events.at(-1);
    expect(done).toMatchObject({ type: "done", state: "completed" });
    const asked = stage.asked().slice(before);
    expect(asked).toHaveLength(1);
    const words1 = asked[0] ? said(asked[0]) : [];
    expect(words1).toContain("begin the notes");
    expect(words1).not.toContain("go on with the notes");
    expect(words1.at(-1)).toBe("try it otherwise");
    const fresh = await stage.session(({ id }) => id === done?.session);
    expect(fresh.lineage).toMatchObject({ kind: "fork", session: source });
    // It has turn 1 and its own, on every face.
    expect([fresh.turnCount, fresh.messageCount]).toEqual([2, 4]);
    const turns = await stage.turns(fresh.id);
    expect(turns.map(({ number, items }) => [number, items.find(({ kind }) => kind === "prompt")])).toMatchObject([
      [1, { text: "begin the notes" }],
      [2, { text: "try it otherwise" }],
    ]);
    const shown = await stage.run(folder, "show", fresh.id);
    expect(shown.stdout).not.toContain("go on with the notes");
    const found = await stage.run(folder, "search", "--all", "go on with the notes", "--json");
    expect(found.events.map(({ session }) => session)).toEqual([source]);
    expect(notes()).toBe(afterTwo);
    expect(await changed()).toEqual([]);
  });

  const files = ["--at", "1", "--files"];

  test("--files --dry-run shows both plans and touches nothing", async () => {
    const changed = await stage.watchAll();
    const dry = await stage.run(folder, "fork", source, "--allow-wider", ...files, "--dry-run", "--json");
    expect(dry.code, dry.stderr).toBe(0);
    expect(planSchema.parse(dry.events[0])).toMatchObject({ mode: "fork", turns: { to: 1 } });
    expect(filesPlanSchema.parse(dry.events[1])).toMatchObject({
      files: [{ path: "notes.txt", change: "write", content: afterOne, conflict: null }],
    });
    expect(notes()).toBe(afterTwo);
    expect(await changed()).toEqual([]);
  });

  test("--files makes the file what it was after turn 1, and --undo puts it back", async () => {
    const changed = await stage.watchSessions();
    const ended = await stage.run(folder, "fork", source, "--allow-wider", ...files, "--yes", "--json");
    expect(ended.code, ended.stderr).toBe(0);
    expect(notes()).toBe(afterOne);
    const rewound = ended.events.find(({ type }) => type === "files-rewound");
    expect(rewound).toMatchObject({ session: source, turn: 1, paths: ["notes.txt"] });
    expect(ended.events.at(-1)).toMatchObject({ type: "done", state: "completed" });
    const undone = await stage.run(folder, "fork", "--undo", String(rewound?.rewind));
    expect(undone.code, undone.stderr).toBe(0);
    expect(notes()).toBe(afterTwo);
    expect((await stage.run(folder, "fork", "--undo", "none-such")).code).toBe(3);
    expect(await changed()).toEqual([]);
  });

  test("--files touches nothing where the person changed the file since: 5, and no new session", async () => {
    const before = (await stage.sessions()).length;
    const own = "mine\ntwo?\n";
    writeFileSync(join(folder, "notes.txt"), own);
    const ended = await stage.run(folder, "fork", source, "--at", "1", "--files", "--yes");
    expect(ended.code).toBe(5);
    expect(ended.stderr).toContain("notes.txt");
    expect(notes()).toBe(own);
    expect(await stage.sessions()).toHaveLength(before);
    writeFileSync(join(folder, "notes.txt"), afterTwo);
  });

  test("exit codes: nothing without --yes, no such turn, no turn for the files", async () => {
    expect((await stage.run(folder, "fork", source, "--at", "1")).code).toBe(5);
    expect((await stage.run(folder, "fork", source, "--files", "--yes")).code).toBe(2);
    const far = await stage.run(folder, "fork", source, "--at", "99", "--yes");
    expect([far.code, far.stdout]).toEqual([2, ""]);
    expect(far.stderr).toContain(`${source} has turns 1 to 2, and no turn 99.`);
  });
});
