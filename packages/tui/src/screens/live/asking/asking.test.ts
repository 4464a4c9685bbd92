import { describe, expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../../test/support/live.ts";
import { drift, request } from "../../../../test/support/plans.ts";
import { widthOf } from "../../../text/width.ts";

const working = () => new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter");
const answers = ({ controls }: DrivenLive) => controls.done.filter((one) => one.startsWith("answer"));

async function asked(...requests: Parameters<typeof request>): Promise<DrivenLive> {
  const live = await working().performs();
  return live.happens({ type: "request", request: request(...requests) });
}

test("a modal over everything else: what is asked, where, and the answers in words", async () => {
  const choices = ["once", "session", "always", "decline", "cancel"] as const;
  const live = (await asked({ choices, reason: "It needs the network." })).waits();
  expect(live.text.split("\n").slice(-13).join("\n")).toMatchInlineSnapshot(`
    "
     codex asks to run a command ───────────────────────────────────────────────────
      Command    │ rm -rf build
      Folder     │ /home/me/shop
      Agent says │ It needs the network.

       y  yes, once
       s  yes, for this session
       a  yes, always (adds the permanent rule shown above)
       n  no
       c  no, and stop the turn
     ↑↓  choose   Enter  answer   Esc  decline
    waiting for you · gpt-5.2-codex · workspace-write · on-request · ~/shop"
  `);
});

test("keys that were meant for the composer answer nothing, and Enter neither", async () => {
  const live = await asked();
  await live.press('"yes"', "enter", "y").performs();
  expect(answers(live)).toEqual([]);
  expect(live.state.composer.buffer.text).toBe("yesy");
  expect(live.text).toContain("Waiting for you to stop typing…");
  await live.waits().press("y").performs();
  expect(answers(live)).toEqual(["answer r1 once"]);
});

test("each key before begins the waiting anew; only the last wait arms", async () => {
  const live = await asked();
  const [first] = live.tasks.filter(({ type }) => type === "wait").slice(-1);
  live.press("x");
  if (first?.type === "wait") live.tell(first.message);
  await live.press("n").performs();
  expect(answers(live)).toEqual([]);
});

test("what is pasted answers nothing and is kept: it is for the composer, and so is what is typed after it", async () => {
  const live = (await asked()).waits();
  await live.tell({ type: "paste", text: "yes" }).press("y").performs();
  expect(answers(live)).toEqual([]);
  expect(live.state.composer.buffer.text).toBe("yesy");
  live.waits().press("/").tell({ type: "paste", text: " and no" });
  expect(live.state.composer.buffer.text).toBe("yesy and no");
});

test("a key that is held down answers one question, not the next one too: keyboards repeat it late", async () => {
  const live = (await asked()).waits();
  live.press("y").happens({ type: "request-resolved", id: "r1", decision: "once", by: "person" });
  live.happens({ type: "request", request: request({ id: "r2" }) });
  const arming = () =>
    live.tasks.flatMap((task) => (task.type === "wait" && task.message.type === "armed" ? [task.ms] : []));
  expect(Math.max(...arming())).toBeGreaterThan(660);
  await live.waits().press("y").performs();
  expect(answers(live)).toEqual(["answer r1 once", "answer r2 once"]);
  live.happens({ type: "request-resolved", id: "r2", decision: "once", by: "person" });
  live.waits().happens({ type: "request", request: request({ id: "r3" }) });
  expect(arming().at(-1)).toBe(300);
});

test("words of an answer are back in the composer when the question ends without it", async () => {
  const questions = [{ id: "q", text: "Which one?", options: [] }];
  const live = (await asked({ kind: "question", choices: ["once", "decline"], questions })).waits();
  live.press('"the second"').happens({ type: "request-resolved", id: "r1", decision: null, by: "agent" });
  expect(live.state.composer.buffer.text).toBe("the second");
});

test("a question that was covered by another screen appears again when that is left: keys count a moment later", async () => {
  const live = (await asked()).waits();
  await live.tell({ type: "returned" }).press("y").performs();
  expect(answers(live)).toEqual([]);
  await live.waits().press("y").performs();
  expect(answers(live)).toEqual(["answer r1 once"]);
});

test("an edit is shown as the request has it, not as an item of the same name", async () => {
  const change = (diff: string) => ({ path: "a.ts", change: "add", diff, movedTo: null }) as const;
  const { movedTo: _, ...earlier } = change("harmless");
  const live = working().item("e", { kind: "edit", changes: [earlier], status: "open" }, false);
  const changes = [change("evil")];
  live.happens({ type: "request", request: request({ kind: "edit", subject: "a.ts", item: "e", changes }) });
  const asks = live.text.slice(live.text.indexOf("asks to change files"));
  expect(asks).toContain("+evil");
  expect(asks).not.toContain("harmless");
});

describe.each([
  ["y", "once"],
  ["s", "session"],
  ["n", "decline"],
  ["c", "cancel"],
  ["escape", "decline"],
])("%s", (key, decision) => {
  test(`answers ${decision}`, async () => {
    const live = await (await asked()).waits().press(key).performs();
    expect(answers(live)).toEqual([`answer r1 ${decision}`]);
  });
});

test("a key of an answer that is not offered does nothing; arrows and Enter choose", async () => {
  const live = await (await asked()).waits().press("a", "z", "down", "down", "enter").performs();
  expect(answers(live)).toEqual(["answer r1 decline"]);
});

test("one after another, each armed by itself, and how many wait is said", async () => {
  const live = (await asked()).happens({
    type: "request",
    request: request({ id: "r2", subject: "curl x" }),
  });
  expect(live.text).toContain("1 more waiting");
  await live.waits().press("y", "y").performs();
  expect(answers(live)).toEqual(["answer r1 once"]);
  live.happens({ type: "request-resolved", id: "r1", decision: "once", by: "person" });
  expect(live.text).toContain("approval: rm -rf build → you allowed it once");
  expect(live.text).toContain("Command │ curl x");
  await live.waits().press("s").performs();
  expect(answers(live)).toEqual(["answer r1 once", "answer r2 session"]);
});

test("an approval kept from before is never a modal; the end of the turn takes one back, and the status returns", async () => {
  const live = await working().performs();
  live.happens(
    { type: "request", request: request() },
    { type: "request-resolved", id: "r1", decision: "session", by: "kept" },
  );
  expect(live.state.asking).toBeNull();
  expect(live.text).toContain("allowed for this session (saved approval)");
  live.happens({ type: "request", request: request({ id: "r3" }) });
  expect(live.text).toContain("waiting for you");
  live.turnEnds();
  expect(live.state.asking).toBeNull();
  expect(live.text).toContain("ready ·");
});

test("an edit is shown as its diff, scrolled, with the answers always in sight", async () => {
  const diff = `@@ -1,40 +1,40 @@\n${Array.from({ length: 40 }, (_, index) => `+line ${index}`).join("\n")}`;
  const changes = [{ path: "src/a.ts", change: "update", diff, movedTo: null } as const];
  const live = working();
  live.happens({ type: "request", request: request({ kind: "edit", subject: "src/a.ts", changes }) }).waits();
  expect(live.text).toContain("+line 0");
  expect(live.text).toContain("↓ 30 more rows: PgDn, End");
  expect(live.text).toContain(" c  no, and stop the turn");
  live.press(...Array.from({ length: 20 }, () => "pageDown"));
  expect(live.text).toContain("+line 39");
  expect(live.text).toContain(" c  no, and stop the turn");
});

test("questions: options, one's own words, several of them", async () => {
  const questions = [
    { id: "q1", text: "Which one?", options: ["red", "blue"], descriptions: ["", "as the sea"] },
    { id: "q2", text: "Why?", options: [] },
  ];
  const live = (await asked({ kind: "question", choices: ["once", "decline"], questions })).waits();
  expect(live.text).toContain("Question 1 of 2 │ Which one?");
  expect(live.text).toContain("blue: as the sea");
  live.press("down", "enter", "enter", '"y"', "enter");
  expect(live.text).toContain("Question 2 of 2 │ Why?");
  expect(answers(live)).toEqual([]);
  live.waits();
  await live.press('"yes, since y"', "enter").performs();
  expect(answers(live)).toEqual(['answer r1 once {"q1":["blue"],"q2":["yes, since y"]}']);
});

test("where no answer means no, Esc stops the turn", async () => {
  const live = await (await asked({ choices: ["once"] })).waits().press("escape").performs();
  expect(live.controls.done.at(-1)).toBe("interrupt");
});

test("other settings are accepted by the person only", async () => {
  for (const [key, isYes] of [
    ["y", true],
    ["n", false],
    ["escape", false],
  ] as const) {
    const live = new DrivenLive(restoreBeginning());
    live.tell({ type: "controls", controls: live.controls });
    const found = [drift({ subject: "model", recorded: "a", now: "b" })];
    live.happens({ type: "question", question: { id: "d1", kind: "drift", drift: found } });
    expect(live.text).toContain("Settings differ from what was recorded");
    expect(live.text).toContain("model: a → b");
    expect(live.text).not.toContain("Checking server connection");
    await live.press(key).performs();
    expect(live.controls.done).toEqual([]);
    await live.waits().press(key).performs();
    expect(live.controls.done).toEqual([`decide d1 ${isYes ? "yes" : "no"}`]);
    expect(live.text).toContain("Checking server connection");
  }
});

test.each([40, 80, 200])("nothing escapes and nothing is too wide at %i columns", async (columns) => {
  const bomb = "\x1b]0;owned\x07\x1b[2J漢字\u202eabc\x00\t👩‍👩‍👧".repeat(20);
  const questions = [{ id: "q", text: bomb, options: [bomb] }];
  for (const given of [{ subject: bomb, reason: bomb, cwd: bomb }, { kind: "question", questions } as const]) {
    const live = (await asked(given)).waits().resize(columns, 24);
    const lines = live.text.split("\n");
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(live.text).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
  }
});

describe("a command at a question", () => {
  const open = async () => (await asked()).waits();

  test("answers nothing with its letters, runs with Enter, and leaves question and draft as they were", async () => {
    const live = await asked();
    live.press('"my draft"').waits().waits();
    await live.press('"/status"').performs();
    expect(live.text).toContain("› /status");
    expect(answers(live)).toEqual([]);
    await live.press("enter").performs();
    expect(live.text).toContain("codex:t-1 · ");
    expect(live.state.composer.buffer.text).toBe("my draft");
    // The next key waits, as at a new question.
    await live.press("s").performs();
    expect(answers(live)).toEqual([]);
    await live.waits().waits().press("n").performs();
    expect(answers(live)).toEqual(["answer r1 decline"]);
  });

  test("that was being written when the question appeared is written on there, however slowly", async () => {
    const live = (await working().performs()).press('"/sta"');
    live.happens({ type: "request", request: request() }).waits().waits();
    await live.press('"tus"', "enter").performs();
    expect(answers(live)).toEqual([]);
    expect(live.text).toContain("codex:t-1 · ");
    expect(live.state.composer.buffer.text).toBe("");
    await live.waits().press("y").performs();
    expect(answers(live)).toEqual(["answer r1 once"]);
  });

  test("is written on in the composer if the question goes away: no letter of it is sent", async () => {
    const live = (await open()).press('"/sta"');
    live.happens({ type: "request-resolved", id: "r1", decision: null, by: "agent" });
    expect(live.state.composer.buffer.text).toBe("/sta");
    const before = [...live.controls.done];
    await live.press('"tus"', "enter").performs();
    expect(live.controls.done).toEqual(before);
    expect(live.text).toContain("codex:t-1 · ");
  });

  test("is not what looks like one: a path that was being written stays in the composer", async () => {
    const live = (await working().performs()).press('"/usr/bin"');
    live.happens({ type: "request", request: request() }).waits().waits();
    expect(live.state.composer.buffer.text).toBe("/usr/bin");
    expect(live.state.asking?.command).toBeNull();
  });

  test("that begins before the question takes keys is one: a letter of it, however late, is no answer", async () => {
    const live = await asked();
    live.press("/").waits().waits();
    await live.press('"say"').performs();
    expect(answers(live)).toEqual([]);
    expect(live.state.asking?.command).toBe("/say");
    expect(live.state.composer.buffer.text).toBe("");
  });

  test("gives its words to the composer when it is closed", async () => {
    const live = (await working().performs()).press('"/steer use the"');
    live.happens({ type: "request", request: request() }).waits().waits();
    await live.press('" other"', "escape").performs();
    expect(answers(live)).toEqual([]);
    expect(live.state.composer.buffer.text).toBe("/steer use the other");
  });

  test("stops the turn, quits, opens the changes", async () => {
    expect((await (await open()).press('"/stop"', "enter").performs()).controls.done).toContain("interrupt");
    expect((await (await open()).press('"/quit"', "enter").performs()).controls.done).toContain("close");
    expect((await open()).press('"/diff"', "enter").went).toEqual([{ to: { screen: "diff", session: "codex:t-1" } }]);
  });

  test("is closed by Esc and by the last Backspace, which decline nothing", async () => {
    const live = await open();
    await live.press("/", "q", "escape", "escape").performs();
    expect(answers(live)).toEqual([]);
    expect(live.waits().press("/", "backspace").state.asking?.command).toBeNull();
    await live.waits().press("escape").performs();
    expect(answers(live)).toEqual(["answer r1 decline"]);
  });

  test.each([
    ["/model x", "There is no /model here"],
    ["/sotp", "Did you mean /stop?"],
    ["/usr/bin/y", "Answer the question first."],
  ])("%s is refused with what to do", async (text, hint) => {
    const live = await open();
    for (const letter of text) live.press(letter === " " ? "space" : letter);
    await live.press("enter").performs();
    expect(live.text).toContain(hint);
    expect(answers(live)).toEqual([]);
  });

  test("fits into a small window", async () => {
    const live = await open();
    live.size = { columns: 30, rows: 8 };
    live.press('"/steer a long sentence that does not fit"');
    for (const line of live.text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(30);
    expect(live.text).toContain("does not fit");
  });
});
