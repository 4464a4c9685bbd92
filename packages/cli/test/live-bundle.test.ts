import { claude, codex, gemini, opencode, sampleOf } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Computer } from "./bundle-stage.ts";

const agents = [codex, claude, gemini, opencode].map((agent) => ({ agent }));

// Recorded sessions of every agent travel in core/src/bundle.
describe.each(sampleOf(agents, 1))("a session of $agent.name", ({ agent }) => {
  let there: Computer;
  let here: Computer;
  let id = "";

  beforeAll(async () => {
    there = await Computer.start("bundle-there", agent);
    here = await Computer.start("bundle-here", agent);
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
  });

  test("is bundled without changing a byte of it", async () => {
    await there.turn("please remember the number 4711", "I will remember it.");
    const [session] = await there.sessions();
    id = session?.id ?? "";
    there.machine.model.push([{ text: "That too." }]);
    expect(await there.resume(id, "and the colour teal")).toMatchObject({ code: 0 });
    const changes = await there.watch();
    const dry = await there.reprise("bundle", id, "-o", there.file("x.bundle"), "--dry-run");
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing was written.") });
    const made = await there.reprise("bundle", id, "-o", there.file("x.bundle"));
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("This bundle holds the whole conversation, including anything secret said in it.");
    expect(await changes()).toEqual([]);
  });

  test("is listed on another machine, in another folder, and nothing else changed", async () => {
    const file = there.file("x.bundle");
    const move = ["--map", `${there.workspace}=${here.workspace}`];
    const changes = await here.watch();
    const dry = await here.reprise("unbundle", file, ...move, "--dry-run", "--json");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(dry.stdout)).toMatchObject({ session: id, isDone: false, turnCount: 2 });
    expect(dry.stdout).toContain("approvals and permissions from another machine do not count here");
    expect(await changes()).toEqual([]);
    const done = await here.reprise("unbundle", file, ...move, "--json");
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(done.stdout)).toMatchObject({ isDone: true, folder: here.workspace });
    expect(await here.sessions()).toMatchObject([{ id, turnCount: 2, workspace: here.workspace }]);
  });

  test("can be unbundled again, which changes nothing", async () => {
    const changes = await here.watch();
    const move = ["--map", `${there.workspace}=${here.workspace}`];
    const again = await here.reprise("unbundle", there.file("x.bundle"), ...move);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("Everything is here already.") });
    expect(await changes()).toEqual([]);
  });

  test("is resumed there by the real agent, whose model gets the history", async () => {
    const before = here.machine.model.requests.length;
    here.machine.model.push([{ text: "It is 4711." }]);
    const { code, stdout, stderr } = await here.resume(id, "which number?");
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
    expect(here.sent(before)).toContain("please remember the number 4711");
    expect(here.sent(before)).toContain("and the colour teal");
    expect(here.sent(before)).toContain("which number?");
    expect(await here.sessions()).toMatchObject([{ id, turnCount: 3 }]);
  });

  test("that has continued is kept, and says how many turns there are", async () => {
    const changes = await here.watch();
    const move = ["--map", `${there.workspace}=${here.workspace}`];
    const again = await here.reprise("unbundle", there.file("x.bundle"), ...move);
    expect(again.code).toBe(5);
    expect(again.stderr).toContain(`${id} is already here with 3 turns; the bundle has 2 turns.`);
    expect(await changes()).toEqual([]);
  });
});
