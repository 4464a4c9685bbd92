import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export type Scratch = {
  root: string;
  /** Its own empty HOME. */
  home: string;
  /** A git repository with one commit. */
  workspace: string;
  remove(): Promise<void>;
};

/** A folder tree for one test; `remove` it at the end, after the processes in it have ended. */
export async function makeScratch(name = "reprise"): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), `${name}-`)));
  const scratch = { root, home: join(root, "home"), workspace: join(root, "workspace") };
  await mkdir(scratch.home);
  await mkdir(scratch.workspace);
  await startRepository(scratch.workspace);
  return { ...scratch, remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }) };
}

const run = promisify(execFile);

async function startRepository(folder: string): Promise<void> {
  const who = ["-c", "user.name=Scratch", "-c", "user.email=scratch@localhost", "-c", "commit.gpgsign=false"];
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
  };
  await run("git", ["init", "--quiet", "--initial-branch=main"], { cwd: folder, env });
  await run("git", [...who, "commit", "--quiet", "--allow-empty", "--message=start"], { cwd: folder, env });
}
