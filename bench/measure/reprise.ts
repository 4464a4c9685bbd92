import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { benchFolder, type Corpus } from "../corpus/prepare.ts";
import { type Command, type Ended, run } from "./command.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const reporter = pathToFileURL(join(root, "bench/measure/usage-report.mjs")).href;

/** The Node that the checkout was set up with, as `bin/reprise` takes it. */
export const node = readFileSync(join(root, ".reprise-setup/node-path"), "utf8").trim();

/** A place for a catalog of ours; `renew` makes it as if Reprise had never run. */
export class Cache {
  readonly folder: string;

  constructor() {
    mkdirSync(join(benchFolder(), "caches"), { recursive: true });
    this.folder = mkdtempSync(join(benchFolder(), "caches/cache-"));
  }

  renew(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Usage {
  readonly peakBytes: number;
  /** From the agent's files. */
  readonly bytesRead: number;
}

/** Another build can be measured instead, to compare two. */
export const program = process.env.REPRISE_BENCH_BIN ?? join(root, "bin/reprise");

/** The built CLI through `bin/reprise`, in an environment that holds nothing but the corpus. */
export function reprise(corpus: Corpus, cache: Cache, ...args: readonly string[]): Command {
  return { program, args, cwd: corpus.home, env: environment(corpus, cache) };
}

/** The app over every session, in colours. */
export function app(corpus: Corpus, cache: Cache): Command {
  const { env, ...command } = reprise(corpus, cache, "--all");
  const { NO_COLOR: _, ...coloured } = env;
  return { ...command, env: coloured };
}

/** The same once more, slower, to see what it uses. */
export async function usageOf(command: Command, corpus: Corpus): Promise<Usage & Ended> {
  const report = join(command.env.REPRISE_CACHE ?? "", "usage.json");
  const env = {
    ...command.env,
    NODE_OPTIONS: `--import=${reporter}`,
    REPRISE_BENCH_REPORT: report,
    REPRISE_BENCH_WATCHED: join(corpus.codexHome, "sessions"),
  };
  const ended = await run({ ...command, env });
  return { ...ended, ...(JSON.parse(readFileSync(report, "utf8")) as Usage) };
}

export function bareNode(): Command {
  return { program: node, args: ["-e", "0"], cwd: root, env: { PATH: process.env.PATH ?? "" } };
}

function environment({ home, codexHome }: Corpus, { folder }: Cache): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: home,
    CODEX_HOME: codexHome,
    REPRISE_CACHE: folder,
    REPRISE_STATE: join(folder, "state"),
    LANG: "C.UTF-8",
    NO_COLOR: "1",
    // What a search leaves is indexed by a process of its own, which would run beside the next contender.
    REPRISE_NO_INDEXING: "1",
  };
}
