import { randomUUID } from "node:crypto";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noSettings, type Settings, type ThreadId } from "@reprise/model";
import {
  type AgentHome,
  codex,
  disposeAll,
  locateBinary,
  type Model,
  makeScratch,
  type Scratch,
  type Strict,
  startModel,
} from "@reprise/testkit";
import { afterAll, afterEach, beforeAll } from "vitest";
import { makeCodexDriver } from "../../src/agents/codex/driver/driver.ts";
import { defaultLimits, type TimeLimits } from "../../src/agents/codex/driver/time-limits.ts";
import {
  type AgentDriver,
  DriverError,
  type ForkPoint,
  type Launch,
  type LiveThread,
} from "../../src/agents/driving/driver.ts";

export type Named = LiveThread & { readonly thread: ThreadId };

/** A home, a workspace and a scripted model for the real Codex. Threads are closed after each test. */
export class Stage {
  readonly scratch: Scratch;
  readonly model: Model;
  readonly home: AgentHome;
  /** Every line to a Codex of this stage. */
  readonly sent: string[] = [];
  readonly #open: LiveThread[] = [];

  constructor(scratch: Scratch, model: Model, home: AgentHome) {
    this.scratch = scratch;
    this.model = model;
    this.home = home;
  }

  launch(settings: Partial<Settings> = {}, more: Partial<Launch> = {}): Launch {
    return {
      settings: { ...noSettings, cwd: this.scratch.workspace, ...settings },
      env: this.home.env,
      home: this.home.env.CODEX_HOME ?? null,
      program: locateBinary("codex").command,
      onLine: (direction, line) => void (direction === "out" && this.sent.push(line)),
      signal: new AbortController().signal,
      ...more,
    };
  }

  start(settings?: Partial<Settings>, more?: Partial<Launch>): Promise<Named> {
    return this.#opened(makeCodexDriver().start(this.launch(settings, more)));
  }

  resume(thread: ThreadId, settings?: Partial<Settings>, more?: Partial<Launch>): Promise<Named> {
    return this.#opened(makeCodexDriver().resume(thread, this.launch(settings, more)));
  }

  fork(from: ForkPoint, settings?: Partial<Settings>, more?: Partial<Launch>): Promise<Named> {
    return this.#opened(forkBy(makeCodexDriver(), from, this.launch(settings, more)));
  }

  /** A scripted server in place of Codex, with the limits it takes to see them pass. */
  async fake(
    scenario: object,
    limits: Partial<TimeLimits> = {},
    wanted: ThreadId | ForkPoint | null = null,
    more: Partial<Launch> = {},
  ): Promise<Named> {
    const program = await serverProgram("fake-app-server.mjs", this.scratch.root);
    const env = { ...this.home.env, FAKE_SCENARIO: JSON.stringify(scenario) };
    const driver = makeCodexDriver({ ...defaultLimits, ...limits });
    const launch = this.launch(everySetting, { program, env, ...more });
    if (wanted === null) return this.#opened(driver.start(launch));
    if (typeof wanted === "string") return this.#opened(driver.resume(wanted, launch));
    return this.#opened(forkBy(driver, wanted, launch));
  }

  /** Changes the configuration for what is started inside. */
  async withConfig<Value>(change: (config: string) => string, inside: () => Promise<Value>): Promise<Value> {
    const file = join(this.home.env.CODEX_HOME ?? "", "config.toml");
    const kept = await readFile(file, "utf8");
    await writeFile(file, change(kept));
    return inside().finally(() => writeFile(file, kept));
  }

  async closeThreads(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((thread) => thread.close()));
  }

  async end(): Promise<void> {
    await this.closeThreads();
    await disposeAll();
    await this.model.close();
    await this.scratch.remove();
  }

  async #opened(opening: Promise<LiveThread>): Promise<Named> {
    const thread = await opening;
    this.#open.push(thread);
    return thread as Named;
  }
}

/** A program that runs one of the servers of this folder. */
export async function serverProgram(server: string, folder: string): Promise<string> {
  const program = join(folder, `server-${randomUUID()}`);
  const script = fileURLToPath(new URL(server, import.meta.url));
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

function forkBy({ fork }: AgentDriver, from: ForkPoint, launch: Launch): Promise<LiveThread> {
  if (!fork) throw new Error("This driver does not fork.");
  return fork(from, launch);
}

const everySetting = {
  model: "m",
  provider: "p",
  effort: "low",
  summary: "auto",
  sandbox: "read-only",
  approvalPolicy: "never",
};

/** One stage for the tests of a file. */
export function useStage(strict: Strict = {}): { readonly stage: Stage } {
  const used: { stage: Stage } = { stage: null as unknown as Stage };
  beforeAll(async () => {
    const scratch = await makeScratch("codex-driver");
    const model = await startModel("responses", [], { strict });
    used.stage = new Stage(scratch, model, await codex.prepareHome({ home: scratch.home, model }));
  });
  afterEach(() => used.stage.closeThreads());
  afterAll(() => used.stage.end());
  return used;
}

/** Why a thread could not be had. */
export async function refusal(opening: Promise<LiveThread>) {
  const error = await opening.then(
    () => new Error("It was opened."),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DriverError)) throw error;
  return error.failure;
}
