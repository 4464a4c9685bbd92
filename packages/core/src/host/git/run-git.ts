import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, findProgram, withAbsolutePath } from "../processes/find-program.ts";

type GitAnswer =
  | { readonly isDone: true; readonly output: Buffer }
  | { readonly isDone: false; readonly reason: "missing" | "failed" };

interface GitQuestion {
  readonly args: readonly string[];
  readonly input: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly env: Environment;
  readonly isSha256: boolean;
}

/**
 * Runs git on the objects of a repository, and on nothing else of it: git gets an empty repository of ours, and the
 * objects by `GIT_OBJECT_DIRECTORY`. So no configuration of the repository is read, and nothing it names can run: no hook,
 * filter, monitor, pager, credential program or transport. The person's own configuration is not read either.
 */
export function runGit(objects: string, question: GitQuestion): GitAnswer {
  const program = findProgram("git", question.env);
  if (program === null) return { isDone: false, reason: "missing" };
  let folder: string;
  try {
    folder = mkdtempSync(join(tmpdir(), "reprise-git-"));
  } catch {
    return { isDone: false, reason: "failed" };
  }
  try {
    makeRepository(folder, question.isSha256);
    // Loaded lazily: most lists need no git.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { status, stdout } = spawnSync(program, [`--git-dir=${folder}`, ...question.args], {
      cwd: folder,
      env: environment(question.env, objects) as NodeJS.ProcessEnv,
      input: question.input,
      maxBuffer: question.maxBytes,
      timeout: question.timeoutMs,
      killSignal: "SIGKILL",
      stdio: ["pipe", "pipe", "ignore"],
    });
    return status === 0 ? { isDone: true, output: stdout } : { isDone: false, reason: "failed" };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An empty repository, for a git that shall read no other. */
export function makeRepository(folder: string, isSha256: boolean): void {
  const format = isSha256
    ? "[core]\nrepositoryformatversion = 1\nbare = true\n[extensions]\nobjectformat = sha256\n"
    : "[core]\nrepositoryformatversion = 0\nbare = true\n";
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/none\n");
  writeFileSync(join(folder, "config"), format);
  mkdirSync(join(folder, "refs"));
}

function environment(env: Environment, objects: string): Environment {
  return { ...bareEnvironment(env), GIT_OBJECT_DIRECTORY: objects };
}

/** No configuration, transport, lock or question. */
export function bareEnvironment(env: Environment): Environment {
  return {
    PATH: withAbsolutePath(env).PATH,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    // Empty: no transport is allowed.
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    LC_ALL: "C",
  };
}
