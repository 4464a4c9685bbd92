import { noSettings } from "@reprise/model";
import { codex, locateBinary, type Machine, startMachine } from "@reprise/testkit";
import { codexDriver } from "../src/agents/codex/driver/driver.ts";
import { nodeHost } from "../src/host/node-host.ts";
import type { RunOrder, RunPlace } from "../src/runs/open-run.ts";

export interface RunStage extends Machine {
  readonly place: RunPlace;
  /** A run of the real Codex in the workspace, which asks. */
  order(more?: Partial<RunOrder>): RunOrder;
}

export async function openRunStage(name: string, more: Partial<RunPlace> = {}): Promise<RunStage> {
  const machine = await startMachine(name, codex);
  const { scratch, home, state } = machine;
  let count = 0;
  const place: RunPlace = {
    host: nodeHost(home.env),
    stateFolder: state,
    driverOf: () => codexDriver,
    programOf: () => locateBinary("codex").command,
    newId: () => {
      count += 1;
      return `id${count}`;
    },
    version: "0.0.0",
    redacts: true,
    onHealth: () => undefined,
    ...more,
  };
  const usual: RunOrder = {
    agent: "codex",
    scope: { kind: "workspace", root: scratch.workspace },
    workspace: scratch.workspace,
    home: home.env.CODEX_HOME ?? null,
    settings: {
      ...noSettings,
      cwd: scratch.workspace,
      sandbox: "workspace-write",
      approvalPolicy: "on-request",
    },
    kept: new Set(),
    whenAsked: "ask",
    lineage: null,
    resume: null,
  };
  return { ...machine, place, order: (own = {}) => ({ ...usual, ...own }) };
}
