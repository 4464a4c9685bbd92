import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, findProgram } from "../processes/find-program.ts";
import { bareEnvironment, makeRepository } from "./run-git.ts";

const mostBytes = 32 * 1024 * 1024;
const limitMs = 4000;

/**
 * Names of the files below a folder that no `.gitignore` excludes, with `/` between folders; the first ones of very many.
 * Null without git. As in `runGit`, git gets a repository of ours: nothing that the folder's own one names can run.
 */
export async function workFiles(root: string, env: Environment): Promise<readonly string[] | null> {
  const program = findProgram("git", env);
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), "reprise-git-"));
  try {
    makeRepository(folder, false);
    const places = [`--git-dir=${folder}`, `--work-tree=${root}`];
    const listing = ["ls-files", "--others", "--exclude-per-directory=.gitignore", "-z"];
    // It needs a folder for objects, and has none.
    const own = { ...bareEnvironment(env), GIT_OBJECT_DIRECTORY: folder };
    const output = await outputOf(program, [...places, ...listing], { cwd: root, env: own });
    // What was cut off is no name.
    return output.split("\0").slice(0, -1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As much as came in time and fits. */
function outputOf(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Environment },
): Promise<string> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  const limits = { maxBuffer: mostBytes, timeout: limitMs, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    const options = { ...limits, cwd: place.cwd, env: place.env as NodeJS.ProcessEnv };
    execFile(program, args, options, (_, stdout) => resolve(stdout));
  });
}
