import { PassThrough } from "node:stream";
import type { ReadStream } from "node:tty";
import { expect, onTestFinished, test } from "vitest";
import { type Keyboard, keysIn, openKeyboard } from "./keyboard.ts";
import { questionsOn } from "./questions.ts";

function terminal() {
  const modes: boolean[] = [];
  const stream = Object.assign(new PassThrough(), {
    setRawMode(mode: boolean) {
      modes.push(mode);
      return stream;
    },
  });
  return { stream: stream as unknown as ReadStream & PassThrough, modes };
}

/** Closed after the test: it listens to signals until then. */
async function opened(...given: Parameters<typeof openKeyboard>) {
  const keyboard = await openKeyboard(...given);
  onTestFinished(() => keyboard.close());
  return keyboard;
}

test("keys are characters; escape, enter, backspace and Ctrl-C have names; arrows are none", () => {
  expect(keysIn("yN")).toEqual(["y", "N"]);
  expect(keysIn("\u001b")).toEqual(["escape"]);
  expect(keysIn("\u0003\u0004\r\u007fü😀")).toEqual(["interrupt", "interrupt", "enter", "backspace", "ü", "😀"]);
  expect(keysIn("\u001b[A\u001bOP\u001b[15~\u001bx\u0001")).toEqual([]);
});

test("what was typed before the question is no answer to it", async () => {
  const { stream, modes } = terminal();
  stream.write("yyy");
  const before = process.listenerCount("SIGQUIT");
  const keyboard = await openKeyboard(stream);
  expect(process.listenerCount("SIGQUIT")).toBe(before + 1);
  stream.write("n");
  expect(await keyboard.next()).toBe("n");
  keyboard.close();
  expect(modes).toEqual([true, false]);
  expect(process.listenerCount("SIGQUIT")).toBe(before);
});

/** Waits that end on the test's command. */
function clock() {
  const open: (() => void)[] = [];
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    wait: (ms: number) => (ms < 300 ? Promise.resolve() : new Promise<void>((resolve) => open.push(resolve))),
    async passes() {
      for (const resolve of open.splice(0)) resolve();
      await settled();
    },
    settled,
  };
}

test("a key that is pressed before a question has been there for a moment does not answer it, and starts the moment again", async () => {
  const [{ stream }, time] = [terminal(), clock()];
  const keyboard = await opened(stream, time.wait);
  stream.write("y");
  await time.settled();
  let isQuiet = false;
  const quiet = keyboard.quiet().then(() => {
    isQuiet = true;
  });
  stream.write("yy");
  await time.settled();
  stream.write("\u001b");
  await time.settled();
  expect(isQuiet).toBe(false);
  await time.passes();
  await quiet;
  stream.write("n");
  expect(await keyboard.next()).toBe("n");
});

test("what is pasted is no answer, whatever letters it holds; a key after another quiet moment is", async () => {
  const [{ stream }, time] = [terminal(), clock()];
  const keyboard = await opened(stream, time.wait);
  const quiet = keyboard.quiet();
  await time.passes();
  await quiet;
  let key: string | null = null;
  void keyboard.next(undefined, { isAlone: true }).then((pressed) => {
    key = pressed;
  });
  for (const pasted of ["ok, all of it\r", "\u001b[200~y\u001b[201~"]) {
    stream.write(pasted);
    await time.settled();
    stream.write("y");
    await time.settled();
    expect(key).toBeNull();
    await time.passes();
  }
  stream.write("n");
  await time.settled();
  expect(key).toBe("n");
  stream.write("a line");
  expect([await keyboard.next(), await keyboard.next()]).toEqual(["a", " "]);
});

test("a word typed at a question answers nothing, whatever letters it holds", async () => {
  const [{ stream }, time] = [terminal(), clock()];
  const questions = questionsOn({
    stderr: { write: async () => {}, flush: async () => {} },
    openKeyboard: () => opened(stream, time.wait),
  });
  let chosen: string | null = null;
  const asked = questions.choose("Allow?", { y: "once", s: "session", n: "decline" }).then((answer) => {
    chosen = answer;
  });
  await time.settled();
  await time.passes();
  for (const letter of "/status") {
    stream.write(letter);
    await time.settled();
  }
  expect(chosen).toBeNull();
  await time.passes();
  stream.write("n");
  await asked;
  expect(chosen).toBe("decline");
});

test("a key that is held down never answers", async () => {
  const [{ stream }, time] = [terminal(), clock()];
  const keyboard = await opened(stream, time.wait);
  let isQuiet = false;
  void keyboard.quiet().then(() => {
    isQuiet = true;
  });
  const early = time.passes;
  for (let index = 0; index < 20; index += 1) {
    stream.write("y");
    await time.settled();
  }
  expect(isQuiet).toBe(false);
  await early();
  expect(isQuiet).toBe(true);
});

test.each([
  ["\u0003", "interrupt"],
  ["end", "closed"],
])("%j counts at once, also before a question was there for a moment", async (typed, key) => {
  const [{ stream }, time] = [terminal(), clock()];
  const keyboard = await opened(stream, time.wait);
  const quiet = keyboard.quiet();
  if (typed === "end") stream.end();
  else stream.write(typed);
  await quiet;
  expect(await keyboard.next()).toBe(key);
});

test("after an answer the next question takes keys later than a held key repeats", async () => {
  const asked: (number | undefined)[] = [];
  const keyboard: Keyboard = {
    next: async () => "y",
    quiet: async (_, ms) => void asked.push(ms),
    close: () => {},
  };
  const stderr = { write: async () => {} } as unknown as Parameters<typeof questionsOn>[0]["stderr"];
  const questions = questionsOn({ stderr, openKeyboard: async () => keyboard });
  for (let count = 0; count < 2; count += 1) expect(await questions.choose("Run it?", { y: "yes" })).toBe("yes");
  expect(asked[0]).toBe(300);
  expect(asked[1]).toBeGreaterThan(660);
});

test("waiting ends with the signal, and for good with the terminal", async () => {
  const { stream } = terminal();
  const keyboard = await opened(stream);
  const stop = new AbortController();
  const waiting = keyboard.next(stop.signal);
  stop.abort();
  expect(await waiting).toBe("closed");
  stream.end();
  expect([await keyboard.next(), await keyboard.next()]).toEqual(["closed", "closed"]);
});
