import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { codexSource } from "../../src/agents/codex/source.ts";
import { geminiSource } from "../../src/agents/gemini/source.ts";
import { all, hits, open, useHome } from "./stage.ts";

useHome();

describe("a Gemini stub", () => {
  it("with the id of a session is a copy of it, however new", async () => {
    const recorded = fileURLToPath(new URL("../../../../fixtures/gemini/resumed-with-stub", import.meta.url));
    const library = open({ sources: [geminiSource], homes: { gemini: [recorded] } });
    const { sessions, total, hidden } = await library.list(all);
    expect([total, hidden.empty]).toEqual([1, 0]);
    expect(sessions[0]?.files.map(({ role }) => role)).toEqual(["main", "copy"]);
  });
});

describe("the real Codex format", () => {
  const fixture = (name: string) => fileURLToPath(new URL(`../../../../fixtures/codex/${name}`, import.meta.url));
  const codex = (name: string) => open({ sources: [codexSource], homes: { codex: [fixture(name)] } });

  it("groups forks, segments and what they continue", async () => {
    const { sessions, total } = await codex("forked").list({ ...all, archived: true });
    expect(total).toBe(3);
    const roles = sessions.map(({ files }) => files.map(({ role }) => role).join(" ")).toSorted();
    expect(roles).toEqual(["main base", "main base base", "main segment"]);
    const forks = sessions.filter(({ lineage }) => lineage?.kind === "fork");
    expect(forks).toHaveLength(2);
    for (const { lineage } of forks) expect(lineage?.turn).toBeGreaterThan(0);
  });

  it("reads what it lists", async () => {
    const library = codex("complete-two-turns");
    const [session] = (await library.list(all)).sessions;
    const { turns } = await library.read(session?.id ?? ("" as never), { last: 1 });
    for await (const turn of turns) expect(turn).toMatchObject({ number: 2, state: "completed" });
    expect(await hits(library, '"question two"')).toMatchObject([{ kind: "prompt", turn: 2 }]);
  });
});
