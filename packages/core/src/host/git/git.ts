import { objectsOf } from "./git-objects.ts";
import { runGit } from "./run-git.ts";

export interface Git {
  /** Null if it cannot be determined. Reads only local objects. */
  commitsIn(gitFolder: string, commits: readonly string[]): ReadonlySet<string> | null;
}

const limitMs = 5000;
/** Size of one answer: a type, or a name and "missing". */
const answerBytes = 80;

export const nodeGit: Git = {
  commitsIn(gitFolder, commits) {
    const asked = commits.filter((commit) => /^[0-9a-f]{7,64}$/.test(commit));
    if (asked.length === 0) return new Set();
    const objects = objectsOf(gitFolder);
    if (!objects.isKnown) return null;
    const answer = runGit(objects.folder, {
      args: ["cat-file", "--batch-check=%(objecttype)"],
      input: `${asked.join("\n")}\n`,
      maxBytes: 4096 + asked.length * answerBytes,
      timeoutMs: limitMs,
      env: process.env,
      isSha256: asked.some((commit) => commit.length > 40),
    });
    if (!answer.isDone) return null;
    const answers = answer.output.toString("latin1").split("\n");
    return new Set(asked.filter((_, index) => answers[index] === "commit"));
  },
};
