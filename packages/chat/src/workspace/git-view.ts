import type { Sandbox } from "../sandbox/sandbox.ts";
import { fields, outputOf, runToEnd, script } from "./sandbox-shell.ts";

/** Below the home of the sandbox. */
export const packFolder = ".reprise-workspace";

/**
 * Makes a repository of ours that sees the objects, refs and index of the one in the workspace, but none of its configuration:
 * nothing that an agent wrote there can run, and nothing there is changed. Prints a word if the repository is too unusual.
 */
const prepare = `
[ -d .git ] && [ ! -L .git ] && [ -f .git/HEAD ] && [ -d .git/objects ] || { echo none; exit 0; }
for name in MERGE_HEAD CHERRY_PICK_HEAD REVERT_HEAD BISECT_LOG rebase-merge rebase-apply sequencer shallow worktrees modules objects/info/alternates info/sparse-checkout; do
  [ ! -e ".git/$name" ] || { echo unusual; exit 0; }
done
[ ! -e .gitmodules ] || { echo unusual; exit 0; }
if git config --file .git/config --get-regexp '^extensions[.]|[.]promisor$|^core[.](worktree|sparsecheckout)$' >/dev/null; then echo unusual; exit 0; fi
rm -rf -- "$1" && mkdir -p -- "$1/git/objects" "$1/git/refs" "$1/git/info" && chmod 700 "$1" || exit 1
cp .git/HEAD "$1/git/HEAD" || exit 1
for name in packed-refs index info/exclude; do [ ! -f ".git/$name" ] || cp -p ".git/$name" "$1/git/$name" || exit 1; done
[ ! -f .git/index ] || cp -p .git/index "$1/git/files-index" || exit 1
cp -R .git/refs "$1/git/" || exit 1
printf '[core]\\nrepositoryformatversion = 0\\nbare = false\\n' > "$1/git/config" || exit 1
for name in core.autocrlf core.eol core.filemode core.symlinks; do
  value=$(git config --file .git/config --get "$name") && { git config --file "$1/git/config" "$name" "$value" || exit 1; }
done
echo ready
`;

/** git on the repository of a workspace, by a view that reads none of its configuration. */
export class GitView {
  readonly #sandbox: Sandbox;
  readonly folder: string;

  private constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    this.folder = `${sandbox.home}/${packFolder}`;
  }

  /** Null if the workspace is no repository, or one with submodules, an unfinished merge and the like. */
  static async open(sandbox: Sandbox): Promise<GitView | null> {
    const view = new GitView(sandbox);
    const { program, args } = script(prepare, view.folder);
    const what = "Looking at the repository of the workspace";
    const output = await outputOf(sandbox, what, { program, args, env: quietGit });
    return output.toString().trim() === "ready" ? view : null;
  }

  /** The output of a git command that must succeed. */
  run(args: readonly string[], { input = "", index = "index" } = {}): Promise<Buffer> {
    const env = { ...this.#env(), GIT_INDEX_FILE: `${this.folder}/git/${index}` };
    const what = `git ${args[0]}`;
    return outputOf(this.#sandbox, what, { program: "git", args, env, input });
  }

  async text(
    args: readonly string[],
    options: { readonly input?: string; readonly index?: string } = {},
  ): Promise<string> {
    return (await this.run(args, options)).toString("utf8").trim();
  }

  async list(args: readonly string[], options: { readonly index?: string } = {}): Promise<readonly string[]> {
    return fields(await this.run(args, options));
  }

  /** Null if git refuses, as for something that does not exist. */
  async maybe(args: readonly string[]): Promise<string | null> {
    const { code, stdout } = await runToEnd(this.#sandbox, { program: "git", args, env: this.#env() });
    return code === 0 ? stdout.toString("utf8").trim() : null;
  }

  /** Settings of the repository itself, as pairs. Its configuration includes nothing here. */
  async settings(pattern: string): Promise<readonly { readonly name: string; readonly value: string }[]> {
    const args = ["config", "--file", `${this.#sandbox.workspace}/.git/config`, "-z", "--get-regexp", pattern];
    const { code, stdout } = await runToEnd(this.#sandbox, { program: "git", args, env: quietGit });
    if (code !== 0) return [];
    return fields(stdout).map((field) => {
      const end = field.indexOf("\n");
      return end === -1 ? { name: field, value: "" } : { name: field.slice(0, end), value: field.slice(end + 1) };
    });
  }

  /** Of all objects of the repository in the workspace. */
  async objectBytes(): Promise<number> {
    const { program, args } = script("du -sk .git/objects");
    const output = await outputOf(this.#sandbox, "Measuring the repository", { program, args });
    return Number.parseInt(output.toString(), 10) * 1024;
  }

  /** Writes a pack of the revisions and everything they need, but for what is behind those with a `^`. */
  async pack(revisions: readonly string[], name: string): Promise<void> {
    const command = 'exec git pack-objects -q --revs --thin --delta-base-offset --stdout > "$1"';
    const { program, args } = script(command, `${this.folder}/${name}`);
    const input = `${revisions.join("\n")}\n`;
    await outputOf(this.#sandbox, "git pack-objects", { program, args, env: this.#env(), input });
  }

  #env(): Record<string, string> {
    return {
      ...quietGit,
      GIT_DIR: `${this.folder}/git`,
      GIT_WORK_TREE: this.#sandbox.workspace,
      GIT_OBJECT_DIRECTORY: `${this.folder}/git/objects`,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${quoted(`${this.#sandbox.workspace}/.git/objects`)}"`,
    };
  }
}

function quoted(path: string): string {
  return path.replace(/["\\]/g, "\\$&");
}

/** Reads no configuration of the machine, asks nothing, and writes the same commits every time. */
export const quietGit: Readonly<Record<string, string>> = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
  GIT_AUTHOR_NAME: "Reprise",
  GIT_AUTHOR_EMAIL: "reprise@localhost",
  GIT_AUTHOR_DATE: "1000000000 +0000",
  GIT_COMMITTER_NAME: "Reprise",
  GIT_COMMITTER_EMAIL: "reprise@localhost",
  GIT_COMMITTER_DATE: "1000000000 +0000",
};
