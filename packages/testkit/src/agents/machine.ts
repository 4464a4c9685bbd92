import { join } from "node:path";
import { makeScratch, type Scratch } from "../host/scratch.ts";
import type { Model } from "../models/model.ts";
import type { ModelKind } from "../models/protocol.ts";
import type { Script } from "../models/script.ts";
import { startModel } from "../models/start.ts";
import type { Strict } from "../models/strict.ts";
import type { AgentHome, TestAgent } from "./agent.ts";
import { locateBinary } from "./binaries.ts";
import { disposeAll } from "./process.ts";

/** One machine: the real agent, a scripted model, and Reprise's own folders. */
export type Machine = {
  scratch: Scratch;
  model: Model;
  home: AgentHome;
  /** The agent's environment, plus the paths Reprise needs to find its folders and the agent. */
  env: Record<string, string>;
  state: string;
  /** Ends every agent of the test, whichever process started it. */
  close(): Promise<void>;
};

type MachineOptions = {
  script?: Script;
  strict?: Strict;
  kind?: ModelKind;
  /** An existing one, which is kept. */
  scratch?: Scratch | undefined;
};

export async function startMachine(
  name: string,
  agent: TestAgent,
  { script = [], strict = {}, kind, scratch: present }: MachineOptions = {},
): Promise<Machine> {
  const scratch = present ?? (await makeScratch(name));
  const model = await startModel(kind ?? agent.modelKind, script, { strict });
  const home = await agent.prepareHome({ home: scratch.home, model });
  const { command, leadingArgs } = locateBinary(agent.name);
  const state = join(scratch.root, "state");
  const env = {
    ...home.env,
    REPRISE_STATE: state,
    REPRISE_CACHE: join(scratch.root, "cache"),
    [`REPRISE_${agent.name.toUpperCase()}_BIN`]: leadingArgs[0] ?? command,
  };
  return { scratch, model, home, env, state, close };

  async function close(): Promise<void> {
    await disposeAll();
    await model.close();
    if (!present) await scratch.remove();
  }
}
