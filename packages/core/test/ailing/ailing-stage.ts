import { compareTrees, hashTree, type Machine, type Strict, startMachine, type TestAgent } from "@reprise/testkit";
import { expect, onTestFinished } from "vitest";
import type { AilmentScan } from "../../src/agents/ailments/ailment-scan.ts";
import type { AgentSource } from "../../src/agents/reading/source.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { findAilments } from "../../src/restore/ailments.ts";
import { homeOf } from "../replay/stage.ts";
import { type AilingSession, strictest } from "./case.ts";
import type { AilingStage } from "./expect-ailing.ts";

interface AilingParts {
  readonly agent: TestAgent;
  readonly source: AgentSource;
  readonly scan: AilmentScan;
  readonly strict?: Strict | undefined;
  /** Puts the session where the agent finds it. */
  readonly place: (machine: Machine, agentHome: string) => Promise<AilingSession>;
}

/** An ailing session on a machine with the real agent and a strict model, until the test is over. Looking changes nothing. */
export async function ailingStage(
  parts: AilingParts,
): Promise<AilingStage & { readonly machine: Machine; readonly agentHome: string }> {
  const { agent, source, scan, strict = strictest } = parts;
  const machine = await startMachine("ailing", agent, { script: [], strict });
  onTestFinished(machine.close);
  const { scratch, model, home } = machine;
  const agentHome = homeOf(agent.name, { scratch, env: home.env });
  const session = await parts.place(machine, agentHome);
  const host = nodeHost(home.env);
  const found = async () => {
    const before = await hashTree(agentHome);
    const own = source.locate(agentHome, host).rollouts.filter(({ path }) => path === session.path);
    const ailments = await findAilments(own, () => scan, host);
    expect(compareTrees(before, await hashTree(agentHome))).toEqual([]);
    return ailments;
  };
  const resumed = async () => {
    const { thread } = session;
    const turn = home.spawnTurn({ prompt: "go on", cwd: scratch.workspace, resume: thread });
    const { code } = await turn.exited;
    const sent = model.requests.map(({ body }) => JSON.stringify(body));
    return { code, sent, said: `${turn.lines.join("\n")}\n${turn.stderr()}` };
  };
  return { session, found, resumed, machine, agentHome };
}
