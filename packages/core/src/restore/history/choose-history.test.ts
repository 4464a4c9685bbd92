import type { HistoryMark, Item, Kept, Turn } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { type ChooseOptions, chooseHistory, mostCharactersIn, roomFor, type TurnReader } from "./choose-history.ts";

const item = (id: string, text: string, mark?: HistoryMark): Item => ({
  id,
  at: null,
  origin: { file: "f", line: 0, byteOffset: 0 },
  ...(mark ? { kind: "notice", text, mark } : { kind: "prompt", text }),
});
const turn = (number: number, ...items: Item[]): Turn => ({
  number,
  state: "completed",
  startedAt: null,
  endedAt: null,
  items,
});
const said = (number: number, length: number) => turn(number, item(`p${number}`, "x".repeat(length)));
const compaction = (summary: string) => item("m", "n", { type: "compaction", summary });

function reader(turns: readonly Turn[]): TurnReader & { readonly windows: string[] } {
  const windows: string[] = [];
  const read = async (from: number, to: number) => {
    windows.push(`${from}-${to}`);
    return turns.filter(({ number }) => number >= from && number <= to);
  };
  return { windows, first: turns[0]?.number ?? 1, last: turns.at(-1)?.number ?? 0, read };
}
/** A character is a token, and the room is 1000. */
const options: ChooseOptions = {
  contextTokens: 2000,
  briefTokens: 100,
  count: (text) => text.length,
  unfinished: [],
  agent: "codex" as const,
};
const choose = (...turns: Turn[]) => chooseHistory(reader(turns), options);
const sources = ({ entries }: Awaited<ReturnType<typeof choose>>) => entries.map(({ source }) => source);

test("half of the window is for history, and a quarter of that for a single text, within limits", () => {
  expect([roomFor(2001), roomFor(0)]).toEqual([1000, 0]);
  expect([0, 800, 802, 400_000, 400_002].map(mostCharactersIn)).toEqual([400, 400, 401, 200_000, 200_000]);
});

describe("all of it", () => {
  test("is told while it fits to the last token", async () => {
    const chosen = await choose(said(1, 400), said(2, 400), said(3, 200));
    expect(chosen).toMatchObject({ turns: { from: 1, to: 3 }, before: { kind: "nothing" }, lost: [] });
    expect(sources(chosen)).toEqual(["p1", "p2", "p3"]);
  });

  test("is told though it was compacted once, and begins where the session does", async () => {
    const chosen = await choose(turn(0), turn(1, compaction("in short")), said(2, 5));
    expect(chosen).toMatchObject({ turns: { from: 0, to: 2 }, before: { kind: "nothing" } });
  });

  test("is nothing where nothing was said, and then nothing is read", async () => {
    const empty = reader([]);
    expect(await chooseHistory(empty, options)).toMatchObject({
      entries: [],
      before: { kind: "nothing" },
      read: [],
    });
    expect(empty.windows).toEqual([]);
    expect(sources(await choose(said(1, 5)))).toEqual(["p1"]);
  });

  test("is still all of it when what was read first fills the room, and the rest is empty", async () => {
    const turns = Array.from({ length: 16 }, (_, index) => said(index + 2, index === 0 ? 100 : 60));
    expect((await choose(turn(1), ...turns)).before).toEqual({ kind: "nothing" });
  });

  test("is told with each text cut to its share, and with what is known of work without an end", async () => {
    const open: Item = {
      id: "c",
      at: null,
      origin: { file: "f", line: 0, byteOffset: 0 },
      kind: "command",
      command: "make",
      output: null,
      exitCode: null,
      status: "open",
    };
    const unfinished = [
      { item: "c", kind: "command", subject: "make", outcome: "still-running", evidence: "process 7" },
    ] as const;
    const count = (text: string) => text.length / 4;
    const chosen = await chooseHistory(reader([said(1, 5000), turn(2, open)]), {
      ...options,
      count,
      unfinished,
    });
    expect(chosen.lost).toContain("the middle of 1 long text");
    expect(JSON.stringify(chosen.entries)).toContain("still running: process 7");
  });

  test("is read from the end, in windows that grow to twice the last at most", async () => {
    const turns = reader(Array.from({ length: 100 }, (_, index) => said(index + 1, 2)));
    const chosen = await chooseHistory(turns, options);
    expect(turns.windows).toEqual(["85-100", "53-84", "1-52"]);
    expect(chosen.entries).toHaveLength(100);
    expect(chosen.read.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  test("no window is larger than what is still missing lets expect, or smaller than eight turns", async () => {
    const turns = reader(Array.from({ length: 60 }, (_, index) => said(index + 1, 50)));
    expect((await chooseHistory(turns, options)).before).toEqual({ kind: "missing" });
    expect(turns.windows).toEqual(["45-60", "37-44"]);
    const smaller = reader(Array.from({ length: 60 }, (_, index) => said(index + 1, 30)));
    await chooseHistory(smaller, options);
    expect(smaller.windows).toEqual(["45-60", "23-44"]);
  });
});

describe("what does not fit", () => {
  test("is the last whole turns, with room for a brief of what came before", async () => {
    const chosen = await choose(said(1, 300), said(2, 300), said(3, 300), said(4, 300));
    expect(chosen).toMatchObject({ turns: { from: 2, to: 4 }, before: { kind: "missing" } });
    expect(chosen.lost).toEqual([
      "what came before turn 2: it does not fit, and a brief is sent instead; the old session still has it",
    ]);
    expect(sources(await choose(said(1, 400), said(2, 301), said(3, 300), said(4, 300)))).toEqual(["p3", "p4"]);
  });

  test("a turn is told whole or not at all, unless it is the last", async () => {
    const two = (number: number, length: number) =>
      turn(number, item(`${number}a`, "x".repeat(length)), item(`${number}b`, "x".repeat(length)));
    expect(sources(await choose(two(1, 400), two(2, 300)))).toEqual(["2a", "2b"]);
    const partly = turn(1, item("1a", "x".repeat(400)), item("1b", "x".repeat(200)));
    expect(sources(await choose(partly, two(2, 300)))).toEqual(["2a", "2b"]);
    const chosen = await choose(two(1, 400), turn(2, ...["a", "b", "c"].map((id) => item(id, "x".repeat(400)))));
    expect(sources(chosen)).toEqual(["b", "c"]);
    expect(chosen.turns).toEqual({ from: 2, to: 2 });
  });

  test("where not even the last text fits, only the brief is left", async () => {
    const chosen = await chooseHistory(reader([said(1, 400), said(2, 400), said(3, 400)]), {
      ...options,
      briefTokens: 900,
    });
    expect(chosen).toMatchObject({ entries: [], turns: { from: 3, to: 3 }, before: { kind: "missing" } });
  });

  test("what is lost is counted only from where the telling begins", async () => {
    const quiet = (id: string): Item => ({
      id,
      at: null,
      origin: { file: "f", line: 0, byteOffset: 0 },
      kind: "reasoning",
      text: "hm",
    });
    const chosen = await choose(
      turn(1, quiet("r1"), item("a", "x".repeat(900))),
      turn(2, quiet("r2"), item("b", "x".repeat(300))),
    );
    expect(sources(chosen)).toEqual(["b"]);
    expect(chosen.lost[0]).toBe("1 piece of reasoning: only the model that wrote it can read it");
  });
});

describe("a compaction", () => {
  const long = (summary: string, after: number) =>
    choose(said(1, 600), turn(2, item("a", "x".repeat(600)), compaction(summary), item("b", "x".repeat(after))));

  test("stands for what came before it, when the whole does not fit", async () => {
    const chosen = await long("in short", 300);
    expect(chosen).toMatchObject({
      turns: { from: 2, to: 2 },
      before: { kind: "summary", text: "in short" },
    });
    expect(sources(chosen)).toEqual(["b"]);
    expect(chosen.lost).toEqual([
      "what came before turn 2: it does not fit, and the summary of the last compaction is sent instead; the old session still has it",
    ]);
  });

  test("is told while its summary and what came after fit to the last token", async () => {
    expect((await long("s".repeat(700), 300)).before.kind).toBe("summary");
    expect((await long("s".repeat(701), 300)).before.kind).toBe("missing");
  });

  test("the last one counts", async () => {
    const chosen = await choose(
      said(1, 600),
      turn(2, compaction("old")),
      said(3, 600),
      turn(4, compaction("new")),
      said(5, 9),
    );
    expect(chosen.before).toMatchObject({ kind: "summary", text: "new" });
    expect(sources(chosen)).toEqual(["p5"]);
  });

  test("with nothing after it is told alone", async () => {
    const chosen = await choose(said(1, 600), said(2, 600), turn(3, compaction("in short")));
    expect(chosen).toMatchObject({ entries: [], turns: { from: 3, to: 3 }, before: { text: "in short" } });
  });

  describe("that kept something word for word", () => {
    const kept = (given: Kept, after = 100) =>
      choose(
        turn(1, item("a", "x".repeat(600)), item("b", "x".repeat(300))),
        said(2, 300),
        turn(3, item("m", "n", { type: "compaction", summary: "in short", kept: given })),
        said(4, after),
      );
    const cut = "some items the agent had kept with its summary: they do not fit";

    test("is told with the items from one on, behind the summary", async () => {
      const chosen = await kept({ from: "b" });
      expect(sources(chosen)).toEqual(["b", "p2", "p4"]);
      expect(chosen).toMatchObject({
        turns: { from: 1, to: 4 },
        before: { kind: "summary", text: "in short" },
      });
      expect(chosen.lost.join()).toContain("what came before turn 1:");
      expect(chosen.lost).not.toContain(cut);
    });

    test("is told with the texts it kept, before the summary", async () => {
      const chosen = await kept({ prompts: ["one", "two"] });
      expect(chosen.entries.map(({ item: { kind } }) => kind)).toEqual(["user", "user", "user"]);
      expect(chosen.entries.at(-1)?.source).toBe("p4");
      expect(chosen.before).toMatchObject({ kind: "summary", behind: 2 });
      expect((await kept({ from: "b" })).before).toMatchObject({ behind: 0 });
    });

    test("loses the oldest of it where there is no room, and says so", async () => {
      const chosen = await kept({ from: "b" }, 500);
      expect(sources(chosen)).toEqual(["p2", "p4"]);
      expect(chosen.lost).toContain(cut);
    });
  });
});
