import { zonedTime } from "@reprise/model";
import { isWhole, type PtyProgram, until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expectGivenBack, goBack, says } from "./app-stage.ts";
import { isAlive, LiveStage, type NamedRun, said } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
let cut: NamedRun;
let question: string;
beforeEach(async () => {
  stage = await LiveStage.open("app-offer");
  folder = stage.folder("work");
  cut = await cutOff("remember seven");
  question = `"remember seven" (${zonedTime(cut.startedAt, () => 330)}) was interrupted. Resume? [y/n]`;
});
afterEach(() => stage.close());

/** A run that was killed in its turn, with its agent. */
async function cutOff(prompt: string, command: readonly string[] = ["run"]): Promise<NamedRun> {
  const before = stage.asked().length;
  stage.model.push([{ partial: "A text that never" }, { hang: true }]);
  const started = stage.start(folder, ...command, prompt, "--sandbox", "read-only");
  const run = await stage.runIn(
    folder,
    (one) => one.isPersisted && one.agentProcess !== null && isAlive(one.process?.pid ?? 0),
  );
  await until(() => stage.asked().length === before + 1, { what: "the request" });
  await stage.kill(run);
  await started.exited;
  return run;
}

async function writeNew(pty: PtyProgram): Promise<void> {
  pty.type("n");
  await pty.shows("new session ·");
  pty.type("and eight");
  await pty.shows("› and eight");
}

/** The line that the person is asked in, and it alone. */
const isAsked = (pty: PtyProgram) => pty.screen().some((line) => line.trimEnd() === question);

async function answer(pty: PtyProgram, key: "escape" | "n"): Promise<void> {
  await pty.shows(question);
  expect(isAsked(pty)).toBe(true);
  await pty.ready("[y/n]");
  if (key === "escape") pty.press(key);
  else pty.type(key);
  await until(() => !isAsked(pty), { what: "the question to go" });
}
const prompts = () => stage.asked().map((request) => said(request).at(-1));
const startAgain = () => stage.openApp(folder, { args: ["run", "and eight", "--sandbox", "read-only"] });

describe("reprise run where a run was interrupted", () => {
  test("Esc does neither and the next start asks again; n starts afresh, and is remembered", async () => {
    const pty = startAgain();
    await pty.shows(question);
    expect(isAsked(pty)).toBe(true);
    await says(pty, "\u001b", "Nothing was started.");
    expect((await pty.exited).code).not.toBe(0);
    expect(prompts()).toHaveLength(1);

    stage.model.push([{ text: "Eight it is." }]);
    const again = startAgain();
    await again.shows(question);
    await says(again, "n", "Eight it is.");
    expect((await again.exited).code).toBe(0);
    expect(prompts().at(-1)).toBe("and eight");
    expect(await stage.sessions()).toHaveLength(2);
    // Also where the run that was started instead has not come to its end: it is that one that is asked about.
    const other = await cutOff("and nine");
    const planned = await stage.run(folder, "run", "x", "--dry-run", "--json");
    expect(JSON.parse(planned.stdout)).toMatchObject({ offer: { run: other.run } });
  });

  test("y goes on in the same thread, with the new prompt", async () => {
    stage.model.push([{ text: "Seven and eight." }]);
    const pty = startAgain();
    await pty.shows(question);
    await says(pty, "y", "Checking server connection… Done");
    await pty.shows("Seven and eight.");
    expect((await pty.exited).code).toBe(0);
    expect(prompts().at(-1)).toBe("and eight");
    const [session, ...more] = await stage.sessions();
    expect([session?.id, more]).toEqual([cut.session, []]);
  });
});

describe("the app where a run was interrupted", () => {
  const open = () => stage.openApp(folder, { args: [] });

  test("the list asks: Esc leaves it open, n is remembered and begins anew; either way nothing is started", async () => {
    const pty = open();
    await answer(pty, "escape");
    pty.type("q");
    await expectGivenBack(pty, 0);

    const again = open();
    await answer(again, "n");
    await again.shows("Ask codex to…");
    expect(prompts()).toHaveLength(1);
    await goBack(again);
    await again.shows("/  search");
    again.type("q");
    await expectGivenBack(again, 0);

    const last = open();
    await last.shows("1 interrupted (r)"); // asked for after the offer
    await writeNew(last);
    expect(isAsked(last)).toBe(false);
    stage.model.push([{ text: "Eight it is." }]);
    last.press("enter");
    await last.shows("Eight it is.");
    expect(last.raw()).not.toContain("Resume? [y/n]");
    expect(prompts()).toHaveLength(2);
  });

  test("x dismisses it: listed, not counted, not offered, until it is interrupted again", async () => {
    const changed = await stage.watchSessions();
    const pty = open();
    await pty.shows("1 interrupted (r)");
    await answer(pty, "escape");
    pty.type("x");
    await pty.shows("Dismissed: it stays listed");
    await until(() => !pty.text().includes("1 interrupted (r)"), { what: "the count to go" });
    expect(pty.text()).toContain("remember seven");
    pty.type("r");
    await pty.shows("interrupted (dismissed) · codex");
    pty.type("q");
    await pty.shows("/  search");
    pty.type("q");
    await expectGivenBack(pty, 0);
    const planned = async () => JSON.parse((await stage.run(folder, "run", "x", "--dry-run", "--json")).stdout);
    const rows = async () => JSON.parse((await stage.run(folder, "status", "--json")).stdout).sessions;
    expect(await planned()).toMatchObject({ offer: null });
    expect(await rows()).toMatchObject([{ session: cut.session, isDismissed: true }]);
    expect((await stage.run(folder, "resume", "--all-interrupted", "--yes")).code).toBe(3);
    expect(await changed()).toEqual([]);

    const undone = await stage.run(folder, "dismiss", cut.session, "--undo", "--json");
    expect(JSON.parse(undone.stdout)).toEqual({ session: cut.session, isDismissed: false });
    expect(await planned()).toMatchObject({ offer: { session: cut.session } });
    expect((await stage.run(folder, "dismiss", cut.session)).code).toBe(0);
    expect(await planned()).toMatchObject({ offer: null });

    const again = await cutOff("and eight", ["resume", "--last"]);
    expect(again.session).toBe(cut.session);
    expect(await planned()).toMatchObject({ offer: { session: cut.session } });
    expect(await rows()).toMatchObject([{ session: cut.session, isDismissed: false }]);
  });

  test("a new session asks before it starts: Esc keeps the words, n starts with them", async () => {
    const pty = open();
    await answer(pty, "escape");
    await writeNew(pty);
    expect(isAsked(pty)).toBe(false);
    pty.press("enter");
    await answer(pty, "escape");
    await pty.shows("new session ·");
    expect(pty.text()).toContain("› and eight");
    expect(prompts()).toHaveLength(1);
    stage.model.push([{ text: "Eight it is." }]);
    pty.press("enter");
    await pty.shows(question);
    await says(pty, "n", "Eight it is.");
    await pty.shows("ready ·");
    expect(prompts().at(-1)).toBe("and eight");
    expect(await stage.sessions()).toHaveLength(2);
    const planned = await stage.run(folder, "run", "x", "--dry-run", "--json");
    expect(JSON.parse(planned.stdout)).toMatchObject({ offer: null });
  });

  const title = "a new session asks before it starts: y goes on with the interrupted one, and the words go with it";
  // As y to `reprise run`, and the question as with Esc and n; in the campaign.
  test.runIf(isWhole)(title, async () => {
    const pty = open();
    await answer(pty, "escape");
    await writeNew(pty);
    pty.press("enter");
    await pty.shows(question);
    await says(pty, "y", "continues in the same thread");
    await pty.shows("nothing until you write a message");
    pty.press("enter");
    await pty.shows("Checking server connection… Done");
    await pty.shows("› and eight");
    expect(prompts()).toHaveLength(1);
    stage.model.push([{ text: "Seven and eight." }]);
    await pty.ready("Enter  send");
    pty.press("enter");
    await pty.shows("Seven and eight.");
    await pty.shows("ready ·");
    expect(prompts().at(-1)).toMatch(/and eight$/);
    expect(await stage.sessions()).toHaveLength(1);
  });
});
