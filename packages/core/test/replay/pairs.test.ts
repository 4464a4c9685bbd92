import { basename } from "node:path";
import type { Item, SessionSummary, Wish } from "@reprise/model";
import {
  type AgentName,
  disposeAll,
  hashTree,
  isWhole,
  type ModelInput,
  modelInputs,
  sampleOf,
} from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { homeOf, makeStage, placeRecording, type Stage, testAgents } from "./stage.ts";

const agents: readonly AgentName[] = ["codex", "claude", "gemini", "opencode"];
/** So that an even sample has each agent once on either side. */
const pairs = agents.flatMap((source, index) =>
  [1, 2, 3].map((step) => [source, agents[(index + step) % agents.length] as AgentName] as const),
);
/** Into OpenCode, which takes seconds to start, histories are carried in ../carried. */
const intoQuickOnes = pairs.filter(([, target]) => target !== "opencode");
const itself = agents.map((agent) => [agent, agent] as const);

/** Sessions with calls, one that came to its end and one that was killed in the middle. */
const recordings: Readonly<Record<AgentName, readonly string[]>> = {
  codex: ["exec-tools", "kill9-mid-tool"],
  claude: ["tool-and-denied", "kill9-mid-tool"],
  gemini: ["tools-resumed", "kill9-mid-tool"],
  opencode: ["recorded"],
};

let stage: Stage | null = null;
afterEach(async () => {
  await disposeAll();
  await stage?.close();
  stage = null;
});

describe("every agent's sessions go on in every agent", () => {
  it.each([...sampleOf(itself, 1), ...sampleOf(isWhole ? pairs : intoQuickOnes, 3)])(
    "%s → %s: the model gets the same texts and the same calls with their outputs",
    async (source, target) => {
      const own = await makeStage(target, testAgents[target].modelKind);
      stage = own;
      for (const name of recordings[source]) placeRecording(source, name, own);
      const sessions = (await listed(own)).filter(({ agent, subagentOf }) => agent === source && !subagentOf);
      const chosen = [...withCalls(sessions, "interrupted"), ...withCalls(sessions, "completed")];
      expect(chosen.length).toBeGreaterThan(0);
      for (const session of sampleOf(chosen, 1)) await checkPair(own, session, target);
    },
  );
});

function withCalls(sessions: readonly SessionSummary[], state: string): SessionSummary[] {
  return sessions.filter((one) => one.state === state && one.toolCount > 0).slice(0, 1);
}

async function checkPair(own: Stage, session: SessionSummary, target: AgentName): Promise<void> {
  const items = await itemsOf(own, session.id);
  const before = await unchanged(own, session);
  const settings: Wish["settings"] = {
    cwd: own.scratch.workspace,
    ...(target === "gemini" ? { model: "gemini-3-pro-preview" } : {}),
  };
  const to = target === session.agent ? null : target;
  const prompt = `after ${session.thread}: what now?`;
  const plan = await own.plan(session.id, { to, settings, otherwise: "current", prompt });
  expect(plan).toMatchObject({
    mode: "replay",
    target,
    via: target === "codex" && !to ? "inject" : "native",
  });
  own.model.push([{ text: "I go on." }]);
  const events = await own.restore(plan);
  expect(JSON.stringify(events.at(-1))).toContain('"completed"');
  const request = own.model.requests.findLast(({ body }) => JSON.stringify(body).includes(session.thread));
  const told = request ? modelInputs(request) : [];
  expectInOrder(told, [...expectedOf(items, to === null), { kind: "user", text: prompt }]);
  const restored = events.find((event) => event.type === "restored");
  const fresh = (await listed(own)).find(({ id }) => id === restored?.session);
  expect(fresh?.lineage).toMatchObject({ kind: "replay", session: session.id });
  expect(await unchanged(own, session)).toEqual(before);
}

/** The files of the source; of one that shares its store with what is made, what is read from it. */
async function unchanged(own: Stage, session: SessionSummary): Promise<unknown> {
  if (session.agent === "opencode") return itemsOf(own, session.id);
  const [file] = session.files;
  const marks = [...(await hashTree(homeOf(session.agent as AgentName, own)))].filter(([path]) =>
    file?.path.endsWith(path),
  );
  expect(marks).toHaveLength(1);
  return marks;
}

function expectedOf(items: readonly Item[], isOwn: boolean): Partial<ModelInput & { holds: string }>[] {
  return items.flatMap((item): Partial<ModelInput & { holds: string }>[] => {
    if (item.kind === "prompt" || item.kind === "reply")
      return [{ kind: item.kind === "prompt" ? "user" : "assistant", text: item.text }];
    if (item.kind !== "command" && item.kind !== "tool" && item.kind !== "edit") return [];
    const output = item.status === "open" ? "outcome unknown" : item.kind === "edit" ? "" : (item.output ?? "");
    const holds = output.trim().slice(0, 200);
    // A tool that the target does not have is told in words, with its output.
    if (item.kind === "tool" && !isOwn) return [{ holds }];
    const said =
      item.kind === "command" ? item.command : item.kind === "tool" ? item.name : basename(item.changes[0]?.path ?? "");
    return [
      { kind: "call", holds: said },
      { kind: "output", holds },
    ];
  });
}

/** One after another, with anything of the agent's own between them; and each output belongs to its call. */
function expectInOrder(
  told: readonly ModelInput[],
  expected: readonly Partial<ModelInput & { holds: string }>[],
): void {
  let at = 0;
  for (const one of expected) {
    const found = told.findIndex((row, index) => index >= at && isMeant(row, one));
    if (found === -1)
      throw new Error(
        `not told after row ${at}: ${JSON.stringify(one)}\n${told.map((row) => JSON.stringify(row).slice(0, 300)).join("\n")}`,
      );
    at = found + 1;
  }
  const calls = told.filter((row) => row.kind === "call").map(({ id }) => id);
  const outputs = told.filter((row) => row.kind === "output").map(({ id }) => id);
  expect([...outputs].sort()).toEqual([...calls].sort());
}

function isMeant(row: ModelInput, one: Partial<ModelInput & { holds: string }>): boolean {
  if (one.kind !== undefined && row.kind !== one.kind) return false;
  if ("text" in one && one.text !== undefined)
    return "text" in row && row.text.replaceAll('\\"', '"').includes(one.text.trim());
  const text = "text" in row ? row.text : JSON.stringify("input" in row ? [row.name, row.input] : "");
  const holds = one.holds ?? "";
  return text.includes(holds) || text.includes(JSON.stringify(holds).slice(1, -1));
}

async function itemsOf(own: Stage, id: string): Promise<Item[]> {
  const library = own.library();
  const items: Item[] = [];
  for await (const turn of (await library.read((await library.find(id)).id)).turns) items.push(...turn.items);
  library.close();
  return items;
}

async function listed(own: Stage): Promise<readonly SessionSummary[]> {
  const library = own.library();
  const { sessions } = await library.list({ scope: "all", includeEmpty: true, limit: 100 });
  library.close();
  return sessions;
}
