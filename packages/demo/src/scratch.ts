import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

/** All files of a demo: nothing else is read or written. */
export interface Scratch {
  readonly folder: string;
  /** The person's project. */
  readonly workspace: string;
  readonly otherWorkspace: string;
  /** In place of the person's own: agents' homes, state and cache are in the scratch folder. */
  readonly env: Env;
  /** Where a started agent writes its process id. */
  readonly agentPidFile: string;
  /** Removes it. It is also removed when the process ends, except by a kill. */
  remove(): Promise<void>;
}

/** `program`: the command line that starts this program. */
export function makeScratch(env: Env, program: readonly string[]): Scratch {
  const folder = realpathSync(mkdtempSync(join(env.TMPDIR || tmpdir(), "reprise-demo-")));
  removeAtExit(folder);
  writeFileSync(join(folder, "README.txt"), aboutFolder);
  const codexHome = join(folder, "home", ".codex");
  for (const path of [codexHome, join(folder, "bin")]) mkdirSync(path, { recursive: true });
  // The sample sessions' permissions: nothing in the demo is wider.
  writeFileSync(join(codexHome, "config.toml"), 'sandbox_mode = "workspace-write"\n');
  return {
    folder,
    workspace: join(folder, "cart"),
    otherWorkspace: join(folder, "weather"),
    env: demoEnv(env, folder, program),
    agentPidFile: join(folder, "agent.pid"),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  };
}

const made = new Set<string>();

/** Also what a run that ends late writes there after `remove`. */
function removeAtExit(folder: string): void {
  if (made.size === 0) process.once("exit", removeScratches);
  made.add(folder);
}

/** Every one this process has made, at once: for a signal that ends it without an exit. */
export function removeScratches(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

const aboutFolder = `The scratch folder of \`reprise demo\`: sample sessions and a scripted agent.
Nothing in it is yours. If no demo runs, it was left by one that was killed: delete it.
`;

/** Only variables a program needs to run; never the location of the person's sessions, nor a key. */
const kept = [
  ...["LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SHELL", "VISUAL", "EDITOR"],
  ...["TERM", "COLORTERM", "NO_COLOR", "STY", "TMUX"], // for the terminal
];

function demoEnv(env: Env, folder: string, program: readonly string[]): Env {
  const home = join(folder, "home");
  const agent = writeProgram(folder, "codex", [...program, "demo-agent"]);
  const absent = writeProgram(folder, "not-played", ["echo", "DEMO: only Codex is played here."]);
  return {
    ...Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    PATH: [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter),
    HOME: home,
    CODEX_HOME: join(home, ".codex"),
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    GEMINI_CLI_HOME: home,
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    REPRISE_STATE: join(folder, "state"),
    REPRISE_CACHE: join(folder, "cache"),
    REPRISE_DEMO_PID: join(folder, "agent.pid"),
    REPRISE_CODEX_BIN: agent,
    REPRISE_CLAUDE_BIN: absent,
    REPRISE_GEMINI_BIN: absent,
    REPRISE_OPENCODE_BIN: absent,
    NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
  };
}

function writeProgram(folder: string, name: string, words: readonly string[]): string {
  const path = join(folder, "bin", name);
  const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  writeFileSync(path, `#!/bin/sh\nexec ${line} "$@"\n`);
  chmodSync(path, 0o700);
  return path;
}
