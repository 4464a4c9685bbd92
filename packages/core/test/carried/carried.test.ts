import type { SessionSummary } from "@reprise/model";
import { type AgentName, disposeAll, isWhole, modelInputs, planOf } from "@reprise/testkit";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { makeStage, type Stage, testAgents } from "../replay/stage.ts";
import { placeRecorded, type Recorded, recordedSession } from "./recorded.ts";

const agents: readonly AgentName[] = ["codex", "claude", "gemini", "opencode"];
/** Into those that start quickly; the campaign has all. */
const pairs = agents.flatMap((source) =>
  agents
    .filter((target) => isWhole || target === (source === "codex" || source === "gemini" ? "claude" : "codex"))
    .map((target) => [source, target] as const),
);

/** Tools that an agent offers its model only where it may use them without asking. */
const onlyIfAllowed: Readonly<Partial<Record<AgentName, readonly string[]>>> = {
  gemini: ["run_shell_command", "write_file", "replace"],
};

const recorded = new Map<AgentName, Promise<Recorded>>();
let stage: Stage | null = null;
afterEach(async () => {
  await disposeAll();
  await stage?.close();
  stage = null;
});
afterAll(async () => {
  for (const one of recorded.values()) await (await one).remove();
});

describe("what a model was given is told to the next one, or named as lost", () => {
  it.each(pairs)("%s → %s", async (source, target) => {
    const session = recorded.get(source) ?? recordedSession(source);
    recorded.set(source, session);
    const { given } = await session;
    expect(given.length).toBeGreaterThan(8);
    const own = await makeStage(target, testAgents[target].modelKind);
    stage = own;
    placeRecorded(source, await session, own);
    const { request, lost } = await replay(own, await theSession(own, source), target);
    const text = JSON.stringify(request.body);
    const missing = given.filter((one) => !text.includes(one) && !lost.some((name) => name.includes(one)));
    expect(missing.map((one) => one.slice(0, 40))).toEqual([]);
    const told = modelInputs(request);
    const offered = new Set([...toolsIn(request.body), ...(onlyIfAllowed[target] ?? [])]);
    const unknown = told.flatMap((one) => (one.kind === "call" && !offered.has(one.name) ? [one.name] : []));
    // Its own agent knows what it called, even where the tool server is not there now.
    if (source !== target) expect(unknown).toEqual([]);
  });
});

async function theSession(own: Stage, source: AgentName): Promise<SessionSummary> {
  const library = own.library();
  const { sessions } = await library.list({ scope: "all", limit: 20 });
  library.close();
  const [found, ...others] = sessions.filter(({ agent, subagentOf }) => agent === source && !subagentOf);
  expect(others).toEqual([]);
  if (!found) throw new Error(`No session of ${source} is listed.`);
  expect(found.title.replace("/greet Bob", "GIVEN-PROMPT")).toMatch(/^GIVEN-PROMPT/);
  return found;
}

async function replay(own: Stage, session: SessionSummary, target: AgentName) {
  const settings = {
    cwd: own.scratch.workspace,
    ...(target === "gemini" ? { model: "gemini-3-pro-preview" } : {}),
  };
  const to = target === session.agent ? null : target;
  const prompt = "after all of this: what now?";
  const plan = await own.plan(session.id, { to, settings, otherwise: "current", prompt });
  expect(plan).toMatchObject({ mode: "replay", target });
  own.model.push([{ text: "I go on." }]);
  const events = await own.restore(plan);
  expect(JSON.stringify(events.at(-1))).toContain('"completed"');
  const request = own.model.requests.findLast(({ body }) => JSON.stringify(body).includes(prompt));
  if (!request) throw new Error("The model was not asked.");
  return { request, lost: planOf(plan, "replay").lost };
}

/** The names of the tools that a request offers. */
function toolsIn(body: unknown): ReadonlySet<string> {
  const { tools } = body as { tools?: readonly Record<string, unknown>[] };
  return new Set(
    (tools ?? [])
      .flatMap((tool): unknown[] => {
        const declared = (tool.functionDeclarations as readonly { name: string }[] | undefined) ?? [];
        const { name } = (tool.function as { name?: string } | undefined) ?? {};
        return [tool.name, tool.type, name, ...declared.map((one) => one.name)];
      })
      .map(String),
  );
}
