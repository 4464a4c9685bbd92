import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeProject } from "@reprise/demo/project";

const fixtures = fileURLToPath(new URL("../../../../fixtures/", import.meta.url));
const reprise = fileURLToPath(new URL("../../../../bin/reprise", import.meta.url));

/** Far longer than any command takes, also on a busy machine. */
const hangMs = 60_000;

const recordings = [
  ["codex/complete-two-turns/sessions", ".codex/sessions"],
  ["claude/basic/projects", ".claude/projects"],
  ["gemini/tools-resumed/tmp", ".gemini/tmp"],
  ["opencode/recorded/opencode.db", ".local/share/opencode/opencode.db"],
] as const;

/** The recorded session of Codex. */
export const session = "codex:01a1e0ba-4bd3-7653-b0c3-c102b498c761";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly hung: boolean;
}

/** A person's home with recorded sessions of every agent, a project, and the scripted agent in place of Codex. */
export interface Stage {
  readonly root: string;
  /** Runs the built command line in the project; the root is called `ROOT` in its output. */
  run(...args: readonly string[]): Promise<Ran>;
  dispose(): void;
}

export function makeStage(): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "special-files-")));
  for (const [from, to] of recordings) cpSync(join(fixtures, from), join(root, to), { recursive: true });
  const project = join(root, "project");
  writeProject(project);
  mkdirSync(join(project, ".git"));
  const agent = join(root, "codex");
  writeFileSync(agent, `#!/bin/sh\nexec '${reprise}' demo-agent "$@"\n`, { mode: 0o700 });
  const env = {
    HOME: root,
    PATH: process.env.PATH ?? "",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    REPRISE_STATE: join(root, "state"),
    REPRISE_CACHE: join(root, "cache"),
    REPRISE_CODEX_BIN: agent,
    REPRISE_DEMO_PID: join(root, "agent.pid"),
    NO_COLOR: "1",
  };
  return {
    root,
    async run(...args) {
      const { stdout, ...rest } = await ran(args, project, env);
      return { ...rest, stdout: stdout.replaceAll(root, "ROOT") };
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

function ran(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(reprise, [...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let [stdout, stderr, hung] = ["", "", false];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const limit = setTimeout(() => {
    hung = true;
    // Its own process group: what it has started ends with it.
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, hangMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(limit);
      resolve({ code, stdout, stderr, hung });
    });
  });
}
