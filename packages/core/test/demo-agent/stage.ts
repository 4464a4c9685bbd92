import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noSettings, type Settings, type ThreadId, type Turn } from "@reprise/model";
import { makeScratch, programEnv, type Scratch } from "@reprise/testkit";
import { codexDriver } from "../../src/agents/codex/driver/driver.ts";
import type { ForkPoint, Launch, LiveThread } from "../../src/agents/driving/driver.ts";
import { nodeHost } from "../../src/host/node-host.ts";
import { openLibrary } from "../../src/library.ts";

const reprise = fileURLToPath(new URL("../../../../bin/reprise", import.meta.url));

/** The project that the scripted agent is made for, as small as it can be. */
const project = {
  "cart.mjs": `export function total(lines) {
  return lines.reduce((sum, { price, count }) => sum + Math.round(price * count), 0);
}
`,
  "test.mjs": `import { setTimeout as wait } from "node:timers/promises";
import { total } from "./cart.mjs";
console.log("begun");
await wait(Number(process.env.CHECK_MS ?? 0));
const isGood = total([{ price: 10.4, count: 1 }, { price: 10.4, count: 1 }]) === 21;
console.log(isGood ? "good" : "wrong");
process.exitCode = isGood ? 0 : 1;
`,
  "note.mjs": `import { appendFileSync } from "node:fs";
appendFileSync("CHECKED.md", process.argv[2]);
`,
};

/** The scripted agent of the demo behind the driver of the real Codex. */
export class DemoStage {
  readonly lines: { direction: "in" | "out" | "stderr"; line: string }[] = [];
  readonly scratch: Scratch;
  readonly env: Record<string, string>;
  readonly #open: LiveThread[] = [];

  private constructor(scratch: Scratch) {
    this.scratch = scratch;
    this.env = {
      ...programEnv,
      HOME: scratch.home,
      CODEX_HOME: join(scratch.home, ".codex"),
      REPRISE_STATE: join(scratch.root, "state"),
      REPRISE_CACHE: join(scratch.root, "cache"),
    };
    const program = `exec "${reprise}" demo-agent "$@"`;
    writeFileSync(join(scratch.root, "codex"), `#!/bin/sh\n${program}\n`);
    chmodSync(join(scratch.root, "codex"), 0o755);
  }

  static async open(): Promise<DemoStage> {
    const stage = new DemoStage(await makeScratch("demo-agent"));
    stage.reset();
    return stage;
  }

  /** The project as it was. */
  reset(): void {
    const { workspace } = this.scratch;
    mkdirSync(workspace, { recursive: true });
    rmSync(join(workspace, "CHECKED.md"), { force: true });
    for (const [name, text] of Object.entries(project)) writeFileSync(join(workspace, name), text);
  }

  launch(settings: Partial<Settings> = {}, env: Record<string, string> = {}): Launch {
    return {
      settings: { ...noSettings, cwd: this.scratch.workspace, ...settings },
      env: { ...this.env, ...env },
      home: this.env.CODEX_HOME ?? null,
      program: join(this.scratch.root, "codex"),
      onLine: (direction, line) => void this.lines.push({ direction, line }),
      signal: new AbortController().signal,
    };
  }

  async start(settings?: Partial<Settings>, env?: Record<string, string>): Promise<LiveThread> {
    return this.#opened(await codexDriver.start(this.launch(settings, env)));
  }

  async resume(thread: ThreadId, settings?: Partial<Settings>): Promise<LiveThread> {
    return this.#opened(await codexDriver.resume(thread, this.launch(settings)));
  }

  async fork(from: ForkPoint): Promise<LiveThread> {
    if (!codexDriver.fork) throw new Error("The driver does not fork.");
    return this.#opened(await codexDriver.fork(from, this.launch()));
  }

  file(name: string): string | null {
    const path = join(this.scratch.workspace, name);
    return existsSync(path) ? readFileSync(path, "utf8") : null;
  }

  rolloutOf(thread: LiveThread): string {
    const folder = join(this.env.CODEX_HOME ?? "", "sessions");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return join(folder, names.find((name) => name.endsWith(`${thread.thread}.jsonl`)) ?? "missing");
  }

  lockFiles(): string[] {
    return readdirSync(join(this.env.CODEX_HOME ?? "", "thread-writer-locks"));
  }

  /** As everybody else sees it. */
  async read(thread: LiveThread) {
    const library = openLibrary(nodeHost(this.env));
    try {
      const { sessions } = await library.list({ scope: "all", includeEmpty: true });
      const session = sessions.find((one) => one.thread === thread.thread);
      if (!session) throw new Error(`No session of thread ${thread.thread}.`);
      const turns: Turn[] = [];
      for await (const turn of (await library.read(session.id)).turns) turns.push(turn);
      return { session, turns };
    } finally {
      library.close();
    }
  }

  async closeThreads(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((thread) => thread.close()));
  }

  async end(): Promise<void> {
    await this.closeThreads();
    await this.scratch.remove();
  }

  #opened(thread: LiveThread): LiveThread {
    this.#open.push(thread);
    return thread;
  }
}
