import type { Environment } from "../processes/find-program.ts";
import { objectsOf } from "./git-objects.ts";
import { runGit } from "./run-git.ts";

const mostCommits = 50_000;
const limitMs = 10_000;
const id = /^[0-9a-f]{4,64}$/i;

/** Ids of the commits reachable from `to` but not from `from`; each may be shortened. Null if they cannot be read. */
export function commitsIn(
  gitFolder: string,
  { from, to }: { readonly from: string; readonly to: string },
  env: Environment,
): readonly string[] | null {
  const objects = objectsOf(gitFolder);
  if (!objects.isKnown || !id.test(from) || !id.test(to)) return null;
  const answer = runGit(objects.folder, {
    args: ["rev-list", `--max-count=${mostCommits}`, `${to}^{commit}`, `^${from}^{commit}`, "--"],
    input: "",
    env,
    timeoutMs: limitMs,
    maxBytes: mostCommits * 66,
    isSha256: [from, to].some((end) => end.length > 40),
  });
  return answer.isDone ? answer.output.toString("latin1").split("\n").filter(Boolean) : null;
}
