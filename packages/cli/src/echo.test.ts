import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { dangerous } from "../test/support/lines.ts";
import { plan } from "../test/support/plans.ts";
import { run } from "../test/support/run.ts";
import { session } from "../test/support/sessions.ts";
import { commandNames, commandSpec } from "./arguments/commands.ts";
import { options } from "./arguments/options.ts";
import { errorText } from "./print/error-text.ts";
import { shellWord } from "./print/words.ts";

const hostile = "x\u001b]0;title\u0007\u001b[31m\u009b2J\u202eevil\u0000\r\b";
const commands = commandNames().filter((name) => name !== "demo");
const given = (workspace: string) => ({
  contents: { sessions: [session("a", { workspace, title: hostile })] },
  script: { plans: { "codex:a": plan() } },
  cwd: `/home/${hostile}`,
});

/** Every position where a person, or a file name expanded by the shell, may put anything. */
function* linesOf(word: string): Generator<string[]> {
  yield [word];
  yield [`--${word}`];
  for (const command of commands) {
    const { operands, options: names } = commandSpec(command);
    const [known, words] = [operands.map(() => "codex:a"), command.split(" ")];
    yield [...words, ...operands.map(() => word)];
    yield [...words, ...known, word, word, word];
    yield [...words, ...known, `--${word}`];
    for (const name of names) {
      if (options[name].kind === "flag") continue;
      yield [...words, ...known, `--${name}`, word];
      yield [...words, `--${name}=${word}`];
    }
  }
}

test("nothing that is typed comes back as control characters, whatever the command", async () => {
  for (const workspace of ["/home/shop", "/elsewhere"]) {
    for (const line of linesOf(hostile)) {
      const { stdout, stderr } = await run(line, given(workspace));
      expect(stdout + stderr, JSON.stringify(line)).not.toMatch(dangerous);
    }
  }
});

test("no error repeats a long word whole", async () => {
  const long = "word ".repeat(20_000);
  for (const line of linesOf(long)) {
    const { code, stderr } = await run(line, given("/elsewhere"));
    if (code !== 0) expect(stderr.length, JSON.stringify(line).slice(0, 100)).toBeLessThan(5000);
  }
});

test("an error keeps its beginning and what to do, as text and as JSON", () => {
  const error = new Error();
  error.stack = `No session matches ${"a".repeat(100_000)}. See the list.\n    at here`;
  for (const asJson of [false, true]) {
    const text = errorText(error, { asJson });
    expect(text.length).toBeLessThan(1200);
    expect(text).toMatch(/No session matches a+… \(\d+ characters left out\) …a+\. See the list\./);
  }
});

test("a word with control characters is written so that a shell reads it back exactly", () => {
  const words = [hostile.replace("\0", ""), "it's\n\\x1b", "\u{e0001}é🙂\u200b", "'", "\\"];
  for (const word of words) {
    expect(shellWord(word)).not.toMatch(dangerous);
    const read = execFileSync("bash", ["--norc", "-c", `printf %s ${shellWord(word)}`], {
      env: { LC_ALL: "C.UTF-8" },
      encoding: "utf8",
    });
    expect(read).toBe(word);
  }
});
