import type { WorkspaceManifest } from "@reprise/model";
import type { Sandbox, SandboxFile } from "../sandbox/sandbox.ts";
import { packFolder, quietGit } from "./git-view.ts";
import { packName } from "./pack-git.ts";
import { outputOf, runToEnd, script } from "./sandbox-shell.ts";
import { WorkspaceError } from "./workspace-error.ts";

type GitTree = NonNullable<WorkspaceManifest["git"]>;

/** Rebuilds a repository with its refs, index and files. */
export async function unpackGit(sandbox: Sandbox, tree: GitTree, pack: SandboxFile): Promise<void> {
  const git = new FreshRepository(sandbox);
  await git.make();
  for (const { name, value } of tree.settings) await git.run(["config", name, value]);
  for (const { name, url } of tree.remotes) {
    await git.run(["config", `remote.${name}.url`, url]);
    await git.run(["config", `remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`]);
  }
  await fetchBase(git, tree);
  await sandbox.put("home", [{ ...pack, path: `${packFolder}/${packName}` }]);
  await git.takePack(`${sandbox.home}/${packFolder}`, packName);
  await setRefs(git, tree);
  await git.run(["read-tree", "--reset", "-u", tree.files]);
  await git.run(["read-tree", "--reset", tree.index]);
  await git.maybe(["update-index", "-q", "--refresh"]);
}

async function fetchBase(git: FreshRepository, { base, remotes }: GitTree): Promise<void> {
  const reasons: string[] = [];
  for (const { name } of remotes) {
    if ((await git.missing(base)).length === 0) return;
    reasons.push(await git.fetch(name, `+refs/heads/*:refs/remotes/${name}/*`));
    for (const commit of await git.missing(base)) reasons.push(await git.fetch(name, commit));
  }
  const [missing] = await git.missing(base);
  if (missing === undefined) return;
  const urls = remotes.map(({ url }) => url).join(", ") || "no remote";
  const reason = reasons.find((text) => text !== "") ?? "the remote does not have it";
  throw new WorkspaceError(
    "base-missing",
    `The workspace cannot be rebuilt: the fresh sandbox cannot get commit ${missing} from ${urls} (${reason}). Push it again, give the sandbox access to the remote, or work in a shared folder. The chat stays as it was.`,
  );
}

/** Refs of commits that neither the pack nor the remote has are left out: tags of the remote, which can be fetched again. */
async function setRefs(git: FreshRepository, { refs, head, branch }: GitTree): Promise<void> {
  const missing = new Set(await git.missing(refs.map(({ commit }) => commit)));
  const known = refs.filter(({ commit }) => !missing.has(commit));
  const updates = known
    .filter(({ name }) => name !== "refs/stash")
    .map(({ name, commit }) => `update ${name}\0${commit}\0\0`);
  await git.run(["symbolic-ref", "HEAD", branch ?? "refs/heads/main"]);
  await git.run(["update-ref", "-z", "--stdin"], updates.join(""));
  if (branch === null && head !== null) await git.run(["update-ref", "--no-deref", "HEAD", head]);
  const stash = known.find(({ name }) => name === "refs/stash");
  if (stash) await git.run(["stash", "store", "-m", "Kept by Reprise", stash.commit]);
}

class FreshRepository {
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  /** In an empty folder, or in a repository that came with the sandbox. */
  async make(): Promise<void> {
    const look = 'if [ -d .git ]; then echo git; elif [ -n "$(ls -A)" ]; then echo other; fi';
    const found = (await outputOf(this.#sandbox, "Looking at the workspace", script(look))).toString().trim();
    if (found === "other")
      throw new WorkspaceError("not-empty", "The fresh sandbox has other files in its workspace. Use an empty one.");
    if (found === "") await this.run(["init", "--quiet", "--template="]);
  }

  run(args: readonly string[], input = ""): Promise<Buffer> {
    return outputOf(this.#sandbox, `git ${args[0]}`, { program: "git", args, env: this.#env(), input });
  }

  async maybe(args: readonly string[]): Promise<void> {
    await runToEnd(this.#sandbox, { program: "git", args, env: this.#env() });
  }

  async missing(commits: readonly string[]): Promise<readonly string[]> {
    if (commits.length === 0) return [];
    const rows = (await this.run(["cat-file", "--batch-check"], `${commits.join("\n")}\n`)).toString().split("\n");
    return rows.filter((row) => row.endsWith(" missing")).map((row) => row.split(" ")[0] ?? "");
  }

  /** Why it failed; empty if it did not. With the sandbox's own configuration, which has its credentials. */
  async fetch(remote: string, what: string): Promise<string> {
    const { GIT_CONFIG_GLOBAL: _, GIT_CONFIG_NOSYSTEM: __, ...env } = this.#env();
    const args = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", remote, what];
    const { code, stderr } = await runToEnd(this.#sandbox, {
      program: "git",
      args,
      env: { GIT_SSH_COMMAND: "ssh -o BatchMode=yes", ...env },
    });
    return code === 0 ? "" : (stderr.split("\n")[0] ?? "") || `git fetch ended with ${code}`;
  }

  async takePack(folder: string, name: string): Promise<void> {
    const take = 'git index-pack --stdin --fix-thin < "$1/$2" > /dev/null && rm -rf -- "$1"';
    const { program, args } = script(take, folder, name);
    await outputOf(this.#sandbox, "git index-pack", { program, args, env: this.#env() });
  }

  #env(): Record<string, string> {
    const { workspace } = this.#sandbox;
    return { ...quietGit, GIT_DIR: `${workspace}/.git`, GIT_WORK_TREE: workspace };
  }
}
