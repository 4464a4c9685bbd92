import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import type { RunState } from "@reprise/model";
import {
  type AgentHome,
  type AgentProcess,
  disposeAll,
  locateBinary,
  type Model,
  makeScratch,
  type Scratch,
  spawnAgent,
  startModel,
  type TestAgent,
} from "@reprise/testkit";
import { TestEditor } from "./editor.ts";

const reprise = fileURLToPath(new URL("../../../bin/reprise", import.meta.url));

export interface Started {
  readonly editor: TestEditor;
  readonly process: AgentProcess;
}

/** The built program, real agents and scripted models, in folders of their own. */
export class AcpStage {
  readonly #scratch: Scratch;
  readonly #env: Record<string, string>;
  readonly #models: Model[] = [];
  readonly homes = new Map<string, AgentHome>();

  private constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#env = {
      REPRISE_STATE: join(scratch.root, "state"),
      REPRISE_CACHE: join(scratch.root, "cache"),
    };
  }

  static async open(name: string): Promise<AcpStage> {
    return new AcpStage(await makeScratch(name));
  }

  /** Installs a real agent with a model of its own. */
  async add(agent: TestAgent): Promise<Model> {
    const model = await startModel(agent.modelKind);
    const home = await agent.prepareHome({ home: this.#scratch.home, model });
    Object.assign(this.#env, home.env, {
      [`REPRISE_${agent.name.toUpperCase()}_BIN`]: this.#programOf(agent),
    });
    this.#models.push(model);
    this.homes.set(agent.name, home);
    return model;
  }

  async close(): Promise<void> {
    await disposeAll();
    for (const model of this.#models) await model.close();
    await this.#scratch.remove();
  }

  folder(name: string): string {
    const path = join(this.#scratch.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** `reprise acp` and an editor that talks to it. */
  async start(...args: string[]): Promise<Started> {
    const cwd = this.folder("elsewhere");
    const process = spawnAgent({
      command: reprise,
      leadingArgs: [],
      args: ["acp", ...args],
      cwd,
      env: this.#env,
      hasInput: true,
    });
    const editor = new TestEditor(streamOf(process));
    await editor.initialize();
    return { editor, process };
  }

  async run(...args: string[]): Promise<string> {
    const cwd = this.folder("elsewhere");
    const started = spawnAgent({ command: reprise, leadingArgs: [], args, cwd, env: this.#env });
    await started.exited;
    return started.lines.join("\n");
  }

  /** The agent's own session files, as they are now. */
  async sessionFiles(agent: string): Promise<Map<string, Buffer>> {
    const paths = (await this.homes.get(agent)?.sessionFiles()) ?? [];
    return new Map(paths.map((path) => [path, readFileSync(path)]));
  }

  runs(): RunState[] {
    const folder = this.folder("state/runs");
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".session.json"))
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as RunState);
  }

  /** One file that can be started, also where the agent is a script for Node. */
  #programOf({ name }: TestAgent): string {
    const { command, leadingArgs } = locateBinary(name);
    if (leadingArgs.length === 0) return command;
    const path = join(this.folder("programs"), name);
    writeFileSync(path, `#!/bin/sh\nexec "${[command, ...leadingArgs].join('" "')}" "$@"\n`, { mode: 0o755 });
    return path;
  }
}

/** Every line on stdout is a message: anything else breaks the stream, and with it the test. */
function streamOf(process: AgentProcess): Stream {
  return {
    readable: new ReadableStream<AnyMessage>({
      start(controller) {
        process.onLine((line) => controller.enqueue(JSON.parse(line) as AnyMessage));
        void process.exited.then(() => controller.close());
      },
    }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => process.write(`${JSON.stringify(message)}\n`),
      close: () => process.closeInput(),
    }),
  };
}
