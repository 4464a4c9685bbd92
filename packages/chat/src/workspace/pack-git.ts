import type { WorkspaceManifest } from "@reprise/model";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { GitView, packFolder } from "./git-view.ts";
import { checkLimits, inMebibytes, type SizedFile, type WorkspaceLimits } from "./limits.ts";
import { staysInside } from "./links.ts";
import type { Omitted, Packed, WorkspacePart } from "./pack-workspace.ts";
import { runToEnd } from "./sandbox-shell.ts";
import { WorkspaceError } from "./workspace-error.ts";

type GitTree = NonNullable<WorkspaceManifest["git"]>;

export const packName = "objects.pack";
/** A copy of the index, with what git knows about unchanged files. */
const filesIndex = "files-index";

/** Null if the workspace is not a repository that git objects describe completely: then it travels as plain files. */
export async function packGit(sandbox: Sandbox, limits: WorkspaceLimits): Promise<Packed | null> {
  if ((await runToEnd(sandbox, { program: "sh", args: ["-c", "command -v git"] })).code !== 0) return null;
  const git = await GitView.open(sandbox);
  if (git === null || (await isUnusual(git))) return null;
  const head = await git.maybe(["rev-parse", "--quiet", "--verify", "HEAD^{commit}"]);
  checkLimits(await changedFiles(git, sandbox, head), limits);
  const index = await commitOf(git, await git.text(["write-tree"]));
  const { files, omitted } = await commitFiles(git, head);
  const refs = await refsOf(git);
  const remotes = await remotesOf(git);
  const isWhole = remotes.length === 0 || (await git.objectBytes()) <= limits.mostHistoryBytes;
  const tips = [
    head,
    index,
    files,
    ...refs.filter(({ name }) => isWhole || !isRemote(name)).map(({ commit }) => commit),
  ];
  const hidden = isWhole ? [] : refs.filter(({ name }) => isRemote(name)).map(({ commit }) => `^${commit}`);
  const revisions = [...new Set([...tips.filter((tip) => tip !== null), ...hidden])];
  const content = await packOf(git, sandbox, revisions);
  if (content.sizeBytes > limits.mostBytes)
    throw new WorkspaceError(
      "too-large",
      `The repository of the workspace is too large to keep for the next message: ${inMebibytes(content.sizeBytes)}, of at most ${inMebibytes(limits.mostBytes)}. Push its commits to a remote, or work in a shared folder.`,
    );
  const settings = await git.settings(keptSettings);
  const branch = await git.maybe(["symbolic-ref", "--quiet", "HEAD"]);
  const base = isWhole ? [] : await baseOf(git, revisions, head);
  const tree: GitTree = { head, branch, refs, index, files, base, remotes, settings };
  const ignored = await git.list(["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"]);
  return {
    manifest: { v: 1, git: tree, folders: [], links: [] },
    content,
    omitted: [...omitted, ...ignored.map((path) => ({ path: path.replace(/\/$/, ""), why: "ignored" }) as const)],
  };
}

const keptSettings = "^(user[.](name|email)|branch[.].*[.](remote|merge)|core[.](autocrlf|eol|filemode|symlinks))$";

/** Conflicts, submodules, repositories in it. */
async function isUnusual(git: GitView): Promise<boolean> {
  if ((await git.list(["ls-files", "-z", "--unmerged"])).length > 0) return true;
  const staged = await git.list(["ls-files", "-z", "--stage"]);
  if (staged.some((row) => row.startsWith("160000 "))) return true;
  const untracked = await git.list(["ls-files", "-z", "--others", "--exclude-standard"]);
  return untracked.some((path) => path.endsWith("/"));
}

async function changedFiles(git: GitView, sandbox: Sandbox, head: string | null): Promise<readonly SizedFile[]> {
  const untracked = await git.list(["ls-files", "-z", "--others", "--exclude-standard"]);
  const changed = await git.list([
    "diff",
    "--name-only",
    "-z",
    "--no-renames",
    "--no-ext-diff",
    head ?? (await emptyTree(git)),
  ]);
  const paths = [...untracked, ...changed].filter((path) => !path.includes("\ufffd"));
  const found: SizedFile[] = [];
  if (paths.length === 0) return found;
  for await (const { path, sizeBytes } of sandbox.get("workspace", paths)) found.push({ path, sizeBytes });
  return found;
}

function emptyTree(git: GitView): Promise<string> {
  return git.text(["mktree"]);
}

function commitOf(git: GitView, tree: string): Promise<string> {
  return git.text(["commit-tree", "-m", "Kept by Reprise", tree]);
}

/** What is in the folder, as a commit, without links that lead out of it. */
async function commitFiles(git: GitView, head: string | null) {
  const index = filesIndex;
  await git.run(["add", "--all", "--", "."], { index });
  const tree = await git.text(["write-tree"], { index });
  const rows = await git.list(["diff-tree", "-r", "-z", "--raw", "--no-renames", head ?? (await emptyTree(git)), tree]);
  const omitted: Omitted[] = [];
  for (let at = 0; at < rows.length; at += 2) {
    const [, mode, , blob = ""] = (rows[at] ?? "").split(" ");
    const path = rows[at + 1] ?? "";
    if (mode !== "120000") continue;
    const target = (await git.run(["cat-file", "blob", blob])).toString("utf8");
    if (!staysInside(path, target)) omitted.push({ path, why: "link" });
  }
  if (omitted.length === 0) return { files: await commitOf(git, tree), omitted };
  const input = omitted.map(({ path }) => `${path}\0`).join("");
  await git.run(["update-index", "--force-remove", "-z", "--stdin"], { index, input });
  return { files: await commitOf(git, await git.text(["write-tree"], { index })), omitted };
}

async function refsOf(git: GitView): Promise<GitTree["refs"]> {
  const rows = (await git.text(["for-each-ref", "--format=%(objectname) %(refname) %(symref)"])).split("\n");
  return rows.flatMap((row) => {
    const [commit = "", name = "", symbolic = ""] = row.split(" ");
    return /^refs\/(?:heads|tags|remotes)\/|^refs\/stash$/.test(name) && symbolic === "" ? [{ name, commit }] : [];
  });
}

function isRemote(name: string): boolean {
  return name.startsWith("refs/remotes/");
}

async function remotesOf(git: GitView): Promise<GitTree["remotes"]> {
  const found = await git.settings("^remote[.].*[.]url$");
  const remotes = found.map(({ name, value }) => ({
    name: name.slice("remote.".length, -".url".length),
    url: withoutCredentials(value),
  }));
  return remotes.filter(
    ({ name }, at) => /^[A-Za-z0-9_][\w./-]*$/.test(name) && remotes.findIndex((one) => one.name === name) === at,
  );
}

function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*:[^/@]*@/i, "$1").replace(/^(https?:\/\/)[^/@]*@/i, "$1");
}

async function packOf(git: GitView, sandbox: Sandbox, revisions: readonly string[]): Promise<WorkspacePart> {
  await git.pack(revisions, packName);
  const path = `${packFolder}/${packName}`;
  for await (const { sizeBytes } of sandbox.get("home", [path]))
    return { path: packName, sizeBytes, isExecutable: false, bytes: () => contentOf(sandbox, path) };
  throw new WorkspaceError("failed", "git wrote no pack of the workspace.");
}

async function* contentOf(sandbox: Sandbox, path: string): AsyncGenerator<Uint8Array> {
  for await (const file of sandbox.get("home", [path])) yield* file.bytes();
}

/** Commits of a remote that the pack builds on. */
async function baseOf(git: GitView, revisions: readonly string[], head: string | null): Promise<readonly string[]> {
  const rows = (await git.text(["rev-list", "--boundary", "--stdin"], { input: `${revisions.join("\n")}\n` })).split(
    "\n",
  );
  const boundary = rows.filter((row) => row.startsWith("-")).map((row) => row.slice(1));
  const isHeadPacked = head === null || rows.includes(head);
  return [...new Set(isHeadPacked ? boundary : [head, ...boundary])];
}
