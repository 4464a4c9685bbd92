import { EventLog, noSettings, type RestoreEvent, type RunId } from "@reprise/model";
import { codex, locateBinary, type Machine, startMachine } from "@reprise/testkit";
import { codexDriver } from "../src/agents/codex/driver/driver.ts";
import type { Prompt } from "../src/agents/driving/driver.ts";
import { nodeHost } from "../src/host/node-host.ts";
import type { LiveRun } from "../src/runs/live-run.ts";
import { openRun as open, type RunEnvironment, type RunOrder } from "../src/runs/open-run.ts";

export interface RunStage extends Machine {
  readonly environment: RunEnvironment;
  /** A run of the real Codex in the workspace, which asks. */
  order(more?: Partial<RunOrder>): RunOrder;
}

export async function openRunStage(name: string, more: Partial<RunEnvironment> = {}): Promise<RunStage> {
  const machine = await startMachine(name, codex);
  const { scratch, home, state } = machine;
  let count = 0;
  const environment: RunEnvironment = {
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
  const usual: Omit<RunOrder, "run"> = {
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
  return {
    ...machine,
    environment,
    order: (own = {}) => ({
      ...usual,
      run: own.resume?.earlier?.run ?? own.continues?.run ?? (environment.newId() as RunId),
      ...own,
    }),
  };
}

const logs = new WeakMap<LiveRun, { readonly log: EventLog<RestoreEvent>; count: number }>();

/** A run whose turns can be followed with `turn`. */
export async function openRun(order: RunOrder, environment: RunEnvironment, signal: AbortSignal): Promise<LiveRun> {
  const kept = { log: new EventLog<RestoreEvent>(({ type }) => type === "delta"), count: 0 };
  const tell = (event: RestoreEvent) => {
    kept.count += 1;
    kept.log.add(event);
  };
  const run = await open(order, { environment, signal, tell });
  logs.set(run, kept);
  return run;
}

/** One turn, with everything that happens in it. */
export async function* turn(run: LiveRun, prompt: Prompt, signal: AbortSignal): AsyncGenerator<RestoreEvent> {
  const kept = logs.get(run);
  if (!kept) throw new Error("The run was not opened here.");
  const { log, count } = kept;
  const sent = run.ask(prompt, signal);
  if (signal.aborted) return await sent;
  for await (const { event } of log.from(count)) {
    yield event;
    if (event.type === "turn-ended") break;
  }
  await sent;
}
