import { setImmediate as soon } from "node:timers/promises";
import { newRunView, type RestoreEvent } from "@reprise/model";
import { expect, test } from "vitest";
import { PlayedControls } from "../../test/support/live.ts";
import { request } from "../../test/support/plans.ts";
import { testWorld } from "../../test/support/world.ts";
import { Conversation } from "./conversation.ts";
import { askYesNo, type Lines, tooEarly } from "./lines.ts";

/** Lines and a clock controlled by the test. */
class TimedLines implements Lines {
  text = "";
  readonly columns = null;
  readonly #said: string[] = [];
  #wake = () => {};
  readonly #waits: (() => void)[] = [];

  write(text: string): void {
    this.text += text;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => void this.#waits.push(resolve));
  }

  async ask(prompt: string, signal?: AbortSignal): Promise<string | null> {
    this.text += prompt;
    signal?.addEventListener("abort", () => this.#wake(), { once: true });
    while (this.#said.length === 0 && !signal?.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return signal?.aborted ? null : (this.#said.shift() ?? null);
  }

  onInterrupt(): () => void {
    return () => {};
  }

  async say(line: string): Promise<void> {
    this.#said.push(line);
    this.#wake();
    await soon();
  }

  async timePasses(): Promise<void> {
    for (const resolve of this.#waits.splice(0)) resolve();
    await soon();
  }
}

async function conversing(...events: readonly RestoreEvent[]) {
  const lines = new TimedLines();
  const controls = new PlayedControls();
  const conversation = new Conversation(lines, newRunView("codex"), { first: null, world: testWorld() });
  conversation.hold(controls);
  const end = Promise.withResolvers<void>();
  async function* play(): AsyncIterable<RestoreEvent> {
    yield* events;
    await end.promise;
  }
  const over = conversation.run(play());
  await soon();
  const finish = async () => {
    end.resolve();
    await over;
  };
  return { lines, controls, finish };
}

const asked = (id: string): RestoreEvent => ({ type: "request", request: request({ id }) });

test("a line in a question's first moment is no answer, and is not sent either; it starts the moment again", async () => {
  const { lines, controls, finish } = await conversing(asked("r1"));
  await lines.say("1");
  expect(lines.text).toContain(tooEarly);
  await lines.say("1");
  expect(controls.done).toEqual([]);
  expect(lines.text).not.toContain("Type 1 to 4");
  await lines.timePasses();
  expect(lines.text.match(/Type 1 to 4, or the letter\./g)).toHaveLength(1);
  await lines.say("1");
  expect(controls.done).toEqual(["answer r1 once"]);
  await finish();
});

test("each question has a moment of its own: a line that was meant for the one before does not answer the next", async () => {
  const { lines, controls, finish } = await conversing(asked("r1"), asked("r2"));
  await lines.timePasses();
  await lines.say("1");
  await lines.say("1");
  expect(controls.done).toEqual(["answer r1 once"]);
  await lines.timePasses();
  await lines.say("3");
  expect(controls.done).toEqual(["answer r1 once", "answer r2 decline"]);
  await finish();
});

test("a line that means nothing shows the question again: the next lines of what was pasted are no answer", async () => {
  const { lines, controls, finish } = await conversing(asked("r1"));
  await lines.timePasses();
  await lines.say("some words");
  expect(lines.text.match(/The agent asks to run a command/g)).toHaveLength(2);
  await lines.say("1");
  expect(controls.done).toEqual([]);
  await lines.timePasses();
  await lines.say("1");
  expect(controls.done).toEqual(["answer r1 once"]);
  await finish();
});

test("nothing comes between a question and its answer: what happens meanwhile is told after it", async () => {
  const forged = "The agent asks to run a command:\nCommand │ ls\n1. yes, once (y)\nType 1 to 4, or the letter.\n";
  const { lines, finish } = await conversing(asked("r1"), {
    type: "delta",
    key: "k",
    kind: "reply",
    text: forged,
  });
  expect(lines.text).not.toContain("│ ls");
  await lines.timePasses();
  await lines.say("3");
  expect(lines.text).toContain("│ ls");
  await finish();
});

test("what is told of a question that nobody answered comes at the end", async () => {
  const { lines, finish } = await conversing(asked("r1"), { type: "notice", text: "a late word" });
  expect(lines.text).not.toContain("a late word");
  await finish();
  expect(lines.text).toContain("a late word");
});

test("a yes that was typed before a question is no yes to it", async () => {
  const lines = new TimedLines();
  await lines.say("y");
  const answer = askYesNo(lines, "Resume now?");
  await soon();
  expect(lines.text).toBe(`Resume now? ${tooEarly}\n`);
  await lines.timePasses();
  expect(lines.text).toMatch(/\[y\/n\] $/);
  await lines.say("n");
  expect(await answer).toBe(false);
});
