import { isAbsolute, relative } from "node:path";
import type { Commit, RunEvent } from "@reprise/model";
import { commitsBetween } from "../../host/git/commits-between.ts";
import type { Host } from "../../host/host.ts";
import { headOf } from "../../workspace/git-head.ts";
import { isInside } from "../../workspace/is-inside.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import type { ProjectPlace } from "../find/project-place.ts";

export interface Effects {
  readonly tokens: number | null;
  readonly commits: readonly Commit[] | null;
  readonly files: readonly string[] | null;
}

/** What a round did, from its events and from git; not from what the agent says about it. */
export class RoundEffects {
  readonly #place: ProjectPlace;
  readonly #host: Host;
  readonly #edited = new Set<string>();
  /** Of earlier turns whose agent reports each turn by itself. */
  #earlierTokens = 0;
  #tokens: number | null = null;
  #isOfThread = false;

  constructor(place: ProjectPlace, host: Host) {
    this.#place = place;
    this.#host = host;
  }

  get tokens(): number | null {
    return this.#tokens === null ? null : this.#earlierTokens + this.#tokens;
  }

  see(event: RunEvent): void {
    if (event.type === "usage" && event.tokens !== null) {
      this.#isOfThread = event.isOfThread;
      this.#tokens = event.tokens;
    }
    if (event.type === "turn-ended" && !this.#isOfThread && this.#tokens !== null) {
      this.#earlierTokens += this.#tokens;
      this.#tokens = 0;
    }
    if (event.type === "item" && event.isComplete && event.item.kind === "edit")
      for (const { path, movedTo, written } of event.item.changes)
        if (written !== false && event.item.status !== "declined")
          for (const name of movedTo ? [path, movedTo] : [path]) this.#edited.add(name);
  }

  /** Since that commit; null: not in a repository when the round began. */
  since(gitCommit: string | null): Effects {
    const range = this.#committed(gitCommit);
    const edited = [...this.#edited].map((path) => this.#fromWorkspace(path));
    const files = [...new Set([...edited, ...(range?.files ?? [])])].filter((path) => this.#isOfWork(path));
    return { tokens: this.tokens, commits: range?.commits ?? null, files: files.sort() };
  }

  #committed(from: string | null) {
    const repository = repositoryOf(this.#place.workspace, this.#host.files);
    const [root] = repository?.roots ?? [];
    const to = root === undefined ? null : (headOf(root, this.#host.files)?.commit ?? null);
    if (from === null || to === null || !repository || root === undefined) return null;
    const range = commitsBetween(repository.gitFolder, { from, to }, this.#host.env);
    if (range === null) return null;
    const files = range.files.map((file) => this.#fromWorkspace(`${root}/${file}`));
    return { commits: range.commits, files };
  }

  #fromWorkspace(path: string): string {
    return isAbsolute(path) ? relative(this.#place.workspace, path) : path;
  }

  #isOfWork(path: string): boolean {
    return !isInside(`${this.#place.workspace}/${path}`, this.#place.path);
  }
}

/** The commit and branch that are checked out in a workspace. */
export function checkedOut(
  workspace: string,
  { files }: Pick<Host, "files">,
): { readonly branch: string | null; readonly commit: string | null } {
  const [root] = repositoryOf(workspace, files)?.roots ?? [];
  return (root === undefined ? null : headOf(root, files)) ?? { branch: null, commit: null };
}
