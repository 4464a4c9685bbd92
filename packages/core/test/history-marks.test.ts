import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HistoryMark, Item } from "@reprise/model";
import { transcriptOf } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { claudeSource } from "../src/agents/claude/source.ts";
import { codexSource } from "../src/agents/codex/source.ts";
import { geminiSource } from "../src/agents/gemini/source.ts";
import { opencodeSource } from "../src/agents/opencode/source.ts";
import type { AgentSource } from "../src/agents/reading/source.ts";
import { nodeHost } from "../src/host/node-host.ts";

const fixtures = fileURLToPath(new URL("../../../fixtures/", import.meta.url));

interface Marked {
  readonly items: readonly Item[];
  readonly marks: readonly { readonly at: number; readonly mark: HistoryMark }[];
}

async function recorded(source: AgentSource, scenario: string): Promise<Marked[]> {
  const home = join(fixtures, source.agent, scenario);
  const host = nodeHost({ HOME: "/nowhere" });
  const { rollouts } = source.locate(home, host);
  const read: Marked[] = [];
  for (const rollout of rollouts) {
    const { turns } = await transcriptOf(rollout, source, host, { all: rollouts });
    const items = turns.flatMap((turn) => turn.items);
    const marks = items.flatMap((item, at) => (item.kind === "notice" && item.mark ? [{ at, mark: item.mark }] : []));
    read.push({ items, marks });
  }
  return read;
}

const scenariosOf = (agent: string) =>
  readdirSync(join(fixtures, agent), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/** The item a mark names. */
function named(mark: HistoryMark): string | null {
  const where = mark.type === "compaction" ? mark.kept : mark;
  if (!where) return null;
  if ("from" in where) return where.from;
  if ("upTo" in where) return where.upTo;
  return "after" in where ? where.after : null;
}

describe.each([codexSource, claudeSource, geminiSource, opencodeSource])("marks of $agent recordings", (source) => {
  it.each(scenariosOf(source.agent))("%s: a mark names an item that was told before it", async (scenario) => {
    for (const { items, marks } of await recorded(source, scenario)) {
      for (const { at, mark } of marks) {
        const id = named(mark);
        if (id === null) continue;
        const place = items.findIndex((item) => item.id === id);
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThan(at);
      }
    }
  });
});

describe("marks of recordings", () => {
  it("codex: a compaction has the summary the model wrote; what a revert cut off is not read at all", async () => {
    const [older, newer] = await recorded(codexSource, "compacted");
    expect(older?.marks).toEqual([]);
    expect(newer?.marks.map(({ mark }) => mark)).toEqual([
      {
        type: "compaction",
        summary: expect.stringMatching(/^Another language model started/),
        kept: { prompts: ["question alpha", "question beta", "post revert"] },
      },
    ]);
    const reverted = await recorded(codexSource, "reverted");
    expect(reverted.flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("claude: one mark a compaction, with the text of the summary, and messages that were kept before it", async () => {
    const [session] = await recorded(claudeSource, "compacted");
    expect(session?.marks).toHaveLength(1);
    const [{ at, mark } = { at: 0, mark: null }] = session?.marks ?? [];
    expect(mark).toMatchObject({
      type: "compaction",
      summary: expect.stringMatching(/^This session is being continued/),
    });
    const before = session?.items.slice(0, at).map((item) => ("text" in item ? item.text : ""));
    expect(before?.slice(-2)).toEqual(["MOCK reply #3: third prompt", "Context compacted (manual)."]);
    const third = session?.items.find((item) => item.kind === "prompt" && item.text === "third prompt");
    expect(mark).toMatchObject({ kept: { after: third?.id } });
  });

  it("claude: a branch names the reply it goes on from; the prompt that begins it stands at the mark's own place", async () => {
    const [session] = await recorded(claudeSource, "rewound");
    const [{ at, mark } = { at: 0, mark: null }] = session?.marks ?? [];
    const items = session?.items ?? [];
    const stays = items.find(({ id }) => mark && id === named(mark));
    expect(stays).toMatchObject({ kind: "reply", text: "first answer" });
    expect(items[at - 1]).toMatchObject({
      kind: "prompt",
      text: "two, differently",
      origin: items[at]?.origin,
    });
  });

  it("gemini: a rewind and a prompt that was taken back name the prompt; a snapshot is the summary", async () => {
    const [typed] = await recorded(geminiSource, "typed-in-a-terminal");
    const texts = typed?.marks.map(({ mark }) => typed.items.find(({ id }) => id === named(mark)));
    expect(texts).toMatchObject([
      { kind: "prompt", text: "Pick another" },
      { kind: "prompt", text: "use the shell" },
      { kind: "prompt", text: "please hang" },
    ]);
    const [compacted] = await recorded(geminiSource, "compacted");
    expect(compacted?.marks.map(({ mark }) => mark)).toEqual([
      {
        type: "compaction",
        summary: expect.stringMatching(/^<state_snapshot>/),
        kept: {
          from: compacted?.items.find((item) => "text" in item && item.text === "Second question")?.id,
        },
      },
    ]);
  });
});
