import type { Item, ItemBody, Kept, Turn } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../transcript/count-tokens.ts";
import { chooseHistory, type TurnReader } from "./choose-history.ts";

const item = (id: string, body: ItemBody): Item => ({
  id,
  at: null,
  origin: { file: "f", line: 0, byteOffset: 0 },
  ...body,
});
const said = (id: string, text: string) => item(id, { kind: "prompt", text });
const replied = (id: string, text: string) => item(id, { kind: "reply", text });
const turn = (number: number, ...items: Item[]): Turn => ({
  number,
  state: "completed",
  startedAt: null,
  endedAt: null,
  items,
});

const big = "x".repeat(4000);
const options = {
  contextTokens: 8000,
  briefTokens: 100,
  count: estimateTokens,
  unfinished: [],
  agent: "codex" as const,
};

/** Sixty turns of which no more than two fit; in the last but one everything before was compacted. */
function session(kept: Kept | undefined, more: readonly Item[] = []) {
  const turns = Array.from({ length: 58 }, (_, index) =>
    turn(index + 1, said(`p${index + 1}`, index === 0 ? "the goal" : big), replied(`r${index + 1}`, "so be it")),
  );
  const mark = { type: "compaction", summary: "in short", ...(kept && { kept }) } as const;
  turns.push(
    turn(59, said("p59", "near"), ...more, replied("r59", "nearer"), item("m", { kind: "notice", text: "n", mark })),
  );
  turns.push(turn(60, said("p60", "after"), replied("r60", big)));
  const windows: string[] = [];
  const reader: TurnReader = {
    first: 1,
    last: 60,
    read: async (from, to) => {
      windows.push(`${from}-${to}`);
      return turns.filter(({ number }) => number >= from && number <= to);
    },
  };
  return { reader, windows };
}

async function chosenWith(kept: Kept | undefined, more: readonly Item[] = []) {
  const { reader, windows } = session(kept, more);
  const chosen = await chooseHistory(reader, options);
  const sources = chosen.entries.map(({ source }) => source);
  const behind = chosen.before.kind === "summary" ? chosen.before.behind : -1;
  return { chosen, windows, told: sources.toSpliced(behind, 0, "summary") };
}

describe("what a compaction kept", () => {
  test.each<[string, Kept | undefined, string[]]>([
    ["nothing", undefined, ["summary", "p60", "r60"]],
    ["from an item on", { from: "p59" }, ["summary", "p59", "r59", "p60", "r60"]],
    ["after an item", { after: "p59" }, ["summary", "r59", "p60", "r60"]],
    ["the beginning", { upTo: "r1" }, ["p1", "r1", "summary", "p60", "r60"]],
    ["prompts", { prompts: ["the goal", "near"] }, ["m#kept1", "m#kept2", "summary", "p60", "r60"]],
  ])("%s is told beside the summary, on its own side of it", async (_, kept, told) => {
    expect((await chosenWith(kept)).told).toEqual(told);
  });

  test("is read from where it is told again, and what is lost is counted from the summary on", async () => {
    const { chosen, windows } = await chosenWith({ upTo: "r1" });
    expect(chosen.turns).toEqual({ from: 1, to: 60 });
    expect(windows).toEqual(["45-60", "1-16"]);
    expect(chosen.lost.join()).toContain("what came before turn 60");
    expect((await chosenWith({ from: "r58" })).chosen.turns).toEqual({ from: 58, to: 60 });
  });

  test("is cut where it does not fit, the oldest first, and that is said", async () => {
    const { told, chosen } = await chosenWith({ from: "p58" }, [replied("long", big), replied("longer", big + big)]);
    expect(told).toEqual(["summary", "r58", "p59", "long", "longer", "r59", "p60", "r60"]);
    expect(chosen.lost.at(-1)).toBe("some items the agent had kept with its summary: they do not fit");
    expect((await chosenWith({ from: "p59" })).chosen.lost.join()).not.toContain("kept beside");
  });

  test("has the words of the prompts as the model gets them, and not those that were typed", async () => {
    const { chosen } = await chosenWith({ prompts: ["cut off", "near\0"] });
    expect(chosen.entries.slice(0, 2).map(({ item }) => item)).toEqual([
      { kind: "user", text: "cut off", at: null },
      { kind: "user", text: "near␀", at: null },
    ]);
  });
});
