import type { ItemBody, Library, Runner } from "@reprise/model";
import { memoryLibrary, promptTurn, type SessionSeed } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { ScriptedLines } from "../../test/support/lines.ts";
import { testWorld } from "../../test/support/world.ts";
import type { World } from "../world.ts";
import { runPlain } from "./run-plain.ts";

const seed = (thread: string, given: Partial<SessionSeed> = {}): SessionSeed => ({
  thread,
  workspace: "/home/me/shop",
  updatedAt: "2026-11-15T09:00:00.000Z",
  turns: [promptTurn(`Fix ${thread}`)],
  ...given,
});

const command = (output: string): ItemBody => ({
  kind: "command",
  command: "npm test",
  output,
  exitCode: 1,
  status: "failed",
});

async function run(library: Library, ...said: readonly string[]): Promise<string> {
  const runs = { dismissedCount: async () => 0 } as unknown as Runner;
  return (await runIn(testWorld({ library, runs }), ...said)).text;
}

async function runIn(world: World, ...said: readonly string[]): Promise<ScriptedLines> {
  const lines = new ScriptedLines(...said);
  await runPlain({ world, lines, isAll: false });
  return lines;
}

describe("the list by lines", () => {
  test("is numbered, says every state in a word, and what can be typed", async () => {
    const text = await run(
      memoryLibrary([seed("a"), seed("b", { turns: [{ items: [{ kind: "prompt", text: "日本 \u001b[2J" }] }] })]),
      "quit",
    );
    expect(text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "TIME")).toMatchInlineSnapshot(`
      "Sessions of this project (/home/me/shop): 1 to 2 of 2.
      1. Fix a. State: completed. codex, TIME, 2 messages, 0 tool calls.
      2. 日本 . State: interrupted. codex, TIME, 1 message, 0 tool calls.
      1 session interrupted: "status" shows what was running.
      Type the number of a session, "more", "list", "all", "here", "/words" to search, "new", "status", "help" or "quit".
      By numbers: 0 goes back, and quits here; where y or n is asked, 1 is yes and 2 is no.
      > quit
      "
    `);
  });

  test("nothing moves a cursor, draws again or is said by colour", async () => {
    const bomb = "\u001b[31mred\u001b[2J\u001b]52;c;eA==\u0007\u0000\u202e";
    const library = memoryLibrary([seed("a", { turns: [promptTurn(bomb, command(bomb))] })]);
    const text = await run(library, "1", "1", "", "back", "quit");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text).toContain("Exit code 1.");
  });

  test("more goes on counting, and says when there are no more", async () => {
    const library = memoryLibrary(Array.from({ length: 25 }, (_, index) => seed(`s${index}`)));
    const text = await run(library, "more", "more", "24", "back", "99", "quit");
    expect(text).toContain("1 to 20 of 25.");
    expect(text).toContain("21 to 25 of 25.");
    expect(text).toMatch(/^25\. /m);
    expect(text).toContain("There are no more.");
    expect(text).toContain("1. View it");
    expect(text).toContain("There is no session 99");
  });

  test("all and here change the scope, / searches in what was said", async () => {
    const library = memoryLibrary([
      seed("a"),
      seed("b", { workspace: "/home/me/other", turns: [promptTurn("the needle")] }),
    ]);
    const text = await run(library, "/needle", "all", "/needle", "1", "back", "list", "here", "quit");
    expect(text).toContain("Nothing was found.");
    expect(text).toContain("Sessions of all projects: 1 to 2 of 2.");
    expect(text).toMatch(/1 session found/);
    expect(text).toMatch(/1\. .*needle/);
    expect(text.match(/Sessions of this project/g)).toHaveLength(2);
  });

  test("what the list leaves out is counted with the word that shows it, and back again", async () => {
    const library = memoryLibrary([
      seed("a"),
      seed("archived", { archived: true }),
      seed("child", { subagentOf: "codex:a" }),
      seed("nothing", { turns: [] }),
    ]);
    const text = await run(library, "archived", "sub-agents", "empty", "archived", "quit");
    expect(text).toContain(
      'Not shown, each with the word that shows them: 1 without messages ("empty"), 1 of sub-agents ("sub-agents"), 1 archived ("archived").',
    );
    expect(text.match(/1 to \d of \d/g)).toEqual([
      "1 to 1 of 1",
      "1 to 2 of 2",
      "1 to 3 of 3",
      "1 to 4 of 4",
      "1 to 3 of 3",
    ]);
    expect(text).toContain("[archived] Fix archived");
    expect(text).toContain("[sub-agent] Fix child");
  });

  test("only those in a state or of an agent; only alone shows all again", async () => {
    const cutOff = { items: [{ kind: "prompt", text: "cut off" }] } as const;
    const library = memoryLibrary([seed("a"), seed("b", { turns: [cutOff] }), seed("c", { agent: "claude" })]);
    const text = await run(library, "only interrupted", "only claude completed", "only", "only cheap", "quit");
    expect(text.match(/Sessions of .*/g)).toEqual([
      "Sessions of this project (/home/me/shop): 1 to 3 of 3.",
      "Sessions of this project (/home/me/shop), only interrupted: 1 to 1 of 1.",
      "Sessions of this project (/home/me/shop), only completed, claude: 1 to 1 of 1.",
      "Sessions of this project (/home/me/shop): 1 to 3 of 3.",
    ]);
    expect(text).toContain('"cheap" is none of waiting, working, open, interrupted,');
  });

  test("how many were interrupted, and unreadable files, is said before anything is typed", async () => {
    const cutOff = { items: [{ kind: "prompt", text: "cut off" }] } as const;
    const library = memoryLibrary([seed("a", { turns: [cutOff] })]);
    const warnings = [{ kind: "unreadable", path: "/home/me/.codex/x", detail: "No." }] as const;
    const text = await run({ ...library, warnings: async () => warnings }, "quit");
    const before = text.slice(0, text.indexOf("> "));
    expect(before).toContain('1 session interrupted: "status" shows what was running.');
    expect(before).toContain("Warning: /home/me/.codex/x: No.");
  });

  test("in all projects each has its root", async () => {
    const library = memoryLibrary([seed("a", { workspace: "/home/me/other" }), seed("b", { workspace: null })]);
    const text = await run(library, "all", "quit");
    expect(text).toMatch(/Fix a\. .* Root: ~\/other\./);
    expect(text).toMatch(/Fix b\. .* Root: Unknown\./);
  });

  test("a search says when it has not told all it finds", async () => {
    const some = (length: number) => memoryLibrary(Array.from({ length }, (_, index) => seed(`needle ${index}`)));
    expect(await run(some(20), "/needle", "quit")).toContain("20 sessions found.");
    expect(await run(some(21), "/needle", "quit")).toContain("These are the best 20; there are more.");
  });

  test("an empty machine says where was looked and what to do", async () => {
    const world = testWorld({ library: memoryLibrary([]), homes: ["/home/me/.codex"] });
    const { text } = await runIn(world, "all", "quit");
    expect(text).toContain("/home/me/.codex");
    expect(text).toContain("reprise demo --plain");
  });

  test("what nobody knows, and what fails, is said; the list stays", async () => {
    const library = memoryLibrary([seed("a")]);
    const failing: Library = { ...library, read: async () => Promise.reject(new Error("the disk is gone")) };
    const text = await run(failing, "frobnicate", "1", "1", "help", "quit");
    expect(text).toContain('"frobnicate" means nothing here.');
    expect(text).toContain("That failed: the disk is gone");
    expect(text).toContain("GPT Restore (brief): Writes a brief");
  });

  test("an input that ends is the end, wherever it ends", async () => {
    for (const said of [[], ["1"], ["1", "1"], ["1", "6"], ["/x"]]) await run(memoryLibrary([seed("a")]), ...said);
  });

  test("the id is copied", async () => {
    const world = testWorld({ library: memoryLibrary([seed("a")]) });
    await runIn(world, "1", "6", "quit");
    expect(world.copied).toEqual(["codex:a"]);
  });
});

describe("a session by lines", () => {
  const long = Array.from({ length: 30 }, (_, index) => `output ${index + 1}`).join("\n");
  const library = memoryLibrary([
    seed("a", { turns: [promptTurn("first"), promptTurn("second", command(long)), promptTurn("third")] }),
  ]);

  test("begins with its last turn; a number and p go elsewhere; Enter turns the page", async () => {
    const text = await run(library, "1", "1", "p", "", "", "", "1", "back", "quit");
    const place = (words: string) => text.indexOf(words);
    expect(place("Turn 3 of 3, completed.")).toBeLessThan(place("Turn 2 of 3, completed."));
    expect(text).toMatch(/\(\d+ more lines\) Enter: continue/);
    expect(text).toContain("output 30");
    expect(place("output 30")).toBeLessThan(place("Turn 1 of 3"));
    expect(text.split("Agent: reply to third")).toHaveLength(3); // shown twice: first, and after turn 2
  });

  test("after the last turn it says so, and does not read on", async () => {
    expect(await run(library, "1", "1", "", "", "back", "quit")).toContain("That was the last turn.");
  });
});
