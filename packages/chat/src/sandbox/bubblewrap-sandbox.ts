import { basename, dirname, isAbsolute } from "node:path";
import { findProgram, type Host } from "@reprise/core";
import type { PersonalFile } from "@reprise/core/agents";
import { entryAt, groupBelowChildren, type ProgramLaunch, signalLiving, startByteChild } from "@reprise/core/parts";
import { hiddenFolders, programFolders, readableFolders } from "./bubblewrap-mounts.ts";
import { chatMark, type FolderLaunch, FolderSandbox } from "./folder-sandbox.ts";
import { endMarked, type GroupSignal } from "./local-process.ts";
import { plainEnvironment } from "./plain-environment.ts";
import { SandboxError, type SandboxProvider } from "./sandbox.ts";
import { foldersOf, type SandboxFolders } from "./sandbox-folders.ts";

/**
 * Processes of this machine in namespaces of their own: everything is read-only but the workspace and the chat's home, other
 * people's processes and the person's home are not there, except what the program needs. The network is the machine's.
 */
export function bubblewrapSandbox(host: Host): SandboxProvider {
  return {
    name: "bubblewrap",
    isIsolated: true,
    isLocal: true,
    unavailable: () => unavailable(host),
    open: async (request) => {
      const problem = await unavailable(host);
      if (problem !== null) throw new SandboxError(problem);
      const { real, ...folders } = foldersOf(request, host, "bubblewrap");
      const mark = chatMark(request);
      await endMarked(mark);
      const links: string[] = [];
      const personal = (files: readonly PersonalFile[]) => void links.push(...linkedFiles(files, host));
      const parts = { folders: { ...folders, ...real, real }, mark, signal: signalInside, personal };
      return new FolderSandbox({ ...parts, launch: launcher(host, parts.folders, links) });
    },
  };
}

async function unavailable(host: Host): Promise<string | null> {
  if (host.platform !== "linux") return "bubblewrap needs Linux. Use another sandbox.";
  const program = findProgram("bwrap", host.env);
  if (program === null)
    return "bubblewrap is not installed. Install the package bubblewrap (the program bwrap), or use another sandbox.";
  const args = [...spaces, "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", "/bin/sh", "-c", ":"];
  const child = await startByteChild({ program, args, cwd: "/", env: plainEnvironment(host.env) });
  child.stdout[Symbol.asyncIterator]().return?.();
  let said = "";
  for await (const piece of child.stderr) said = (said + Buffer.from(piece).toString("utf8")).slice(-500);
  const { code } = await child.exited;
  if (code === 0) return null;
  return `bubblewrap cannot make a sandbox here: ${said.trim() || `exit code ${code}`}. Allow unprivileged user namespaces on this system, or use another sandbox.`;
}

/** Ends with us, sees only its own processes; root has no powers either. */
const spaces = [
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
];

function launcher(host: Host, folders: SandboxFolders, links: readonly string[]): FolderLaunch {
  const bwrap = findProgram("bwrap", host.env) ?? "bwrap";
  return ({ program, args, cwd, env }) => {
    const around = { ...plainEnvironment(host.env), HOME: folders.home, ...env };
    const found = findProgram(program, around);
    if (found === null)
      throw new SandboxError(
        `${program} is not installed, or not on the PATH. Install it, or add its folder to the PATH.`,
      );
    const place = host.files.real(cwd ?? folders.workspace);
    if (entryAt(place)?.kind !== "folder") throw new SandboxError(`The folder ${cwd} does not exist.`);
    const mounts = mountsOf({ host, folders, links, found, env: around });
    return {
      program: bwrap,
      args: [...spaces, ...mounts, "--chdir", place, "--", found, ...args],
      cwd: "/",
      env: around,
    };
  };
}

interface Mounts {
  readonly host: Host;
  readonly folders: SandboxFolders;
  readonly links: readonly string[];
  readonly found: string;
  readonly env: ProgramLaunch["env"];
}

/** Later ones cover earlier ones. */
function mountsOf({ host, folders, links, found, env }: Mounts): readonly string[] {
  const hidden = hiddenFolders(host);
  const shown = [...readableFolders(host, hidden), ...programFolders(found, { host, hidden, env })];
  const { home, workspace } = folders.real;
  return [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...hidden.flatMap((folder) => ["--tmpfs", folder]),
    ...shown.flatMap((path) => ["--ro-bind", path, path]),
    ...links.flatMap((path) => ["--bind", path, path]),
    ...[home, workspace].flatMap((folder) => ["--bind", folder, folder]),
  ];
}

/** A link in the home leads to them; the agent renews the sign-in in place. */
function linkedFiles(files: readonly PersonalFile[], host: Host): readonly string[] {
  return files
    .filter(({ how }) => how === "link")
    .map(({ from }) => host.files.real(from))
    .filter((path) => isAbsolute(path) && basename(path) !== "" && dirname(path) !== "/" && entryAt(path) !== null);
}

/** bwrap itself would end at the first signal, and everything in it at once. */
const signalInside: GroupSignal = (child, signal) => {
  if (signal === "SIGKILL") child.kill(signal);
  else signalLiving(groupBelowChildren(child.pid), signal);
};
