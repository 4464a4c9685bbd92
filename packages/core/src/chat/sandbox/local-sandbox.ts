import { randomUUID } from "node:crypto";
import { dirname, isAbsolute, join } from "node:path";
import type { PersonalFile } from "../../agents/chat/chat-agent.ts";
import { digestOf } from "../../host/digest.ts";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Host } from "../../host/host.ts";
import { makePrivateFolder } from "../../host/own-folders.ts";
import { FolderFiles } from "./folder-files.ts";
import { endMarked, LocalProcess } from "./local-process.ts";
import { takePersonalFiles } from "./personal-files.ts";
import {
  type Sandbox,
  type SandboxCommand,
  SandboxError,
  type SandboxFile,
  type SandboxProvider,
  type SandboxRequest,
  type SandboxRoot,
} from "./sandbox.ts";

/** Processes of this machine, as the person: no isolation. The person's environment, without the variables of Reprise. */
export function localSandbox(host: Host): SandboxProvider {
  return {
    name: "local",
    isIsolated: false,
    isLocal: true,
    unavailable: async () => null,
    open: async (request) => {
      const folders = foldersOf(request, host, "local");
      const mark = chatMark(request);
      // A killed Reprise leaves its agent running.
      await endMarked(mark);
      return new LocalSandbox(folders, environmentOf(host.env), mark);
    },
  };
}

export interface SandboxFolders {
  readonly home: string;
  readonly workspace: string;
  readonly isWorkspaceShared: boolean;
  /** The same without symbolic links. */
  readonly real: { readonly home: string; readonly workspace: string };
}

/** Makes the folders of a sandbox that works in folders of this machine. Throws a `SandboxError`. */
export function foldersOf(
  { workspace, snapshot, scratch, signal }: SandboxRequest,
  host: Host,
  name: string,
): SandboxFolders {
  if (signal.aborted) throw new SandboxError("Cancelled before the sandbox was open.");
  if (snapshot !== null) throw new SandboxError(`The ${name} sandbox has no snapshots: open it without one.`);
  if (workspace !== null) checkWorkspace(workspace, host);
  const home = join(scratch, "home");
  const place = workspace ?? join(scratch, "workspace");
  makePrivateFolder(home);
  if (workspace === null) makePrivateFolder(place);
  const real = { home: host.files.real(home), workspace: host.files.real(place) };
  return { home, workspace: place, isWorkspaceShared: workspace !== null, real };
}

function checkWorkspace(workspace: string, host: Host): void {
  if (!isAbsolute(workspace))
    throw new SandboxError(`The workspace ${workspace} is not an absolute path. Give the whole path.`);
  if (entryAt(host.files.real(workspace))?.kind !== "folder")
    throw new SandboxError(
      `The workspace ${workspace} is not a folder of this machine. Give an existing one.`,
    );
}

function environmentOf(env: Host["env"]): Host["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("REPRISE_")));
}

/** The same for every turn of a chat. */
function chatMark({ chat, scratch }: SandboxRequest): string {
  return `${digestOf(`${dirname(scratch)}\n${chat}`).slice(0, 24)}.`;
}

class LocalSandbox implements Sandbox {
  readonly id: string;
  readonly home: string;
  readonly workspace: string;
  readonly isWorkspaceShared: boolean;
  readonly #env: Host["env"];
  readonly #files: FolderFiles;
  readonly #processes = new Set<LocalProcess>();
  #startCount = 0;
  #disposed: Promise<void> | null = null;

  constructor({ home, workspace, isWorkspaceShared, real }: SandboxFolders, env: Host["env"], mark: string) {
    this.id = `${mark}${randomUUID()}`;
    this.home = home;
    this.workspace = workspace;
    this.isWorkspaceShared = isWorkspaceShared;
    this.#files = new FolderFiles(real);
    this.#env = env;
  }

  async run({ program, args, env, cwd, input }: SandboxCommand): Promise<LocalProcess> {
    if (this.#disposed !== null) throw new SandboxError("The sandbox is closed. Open another one.");
    const launch = { program, args, cwd: cwd ?? this.workspace, env: { ...this.#env, ...env } };
    const mark = `${this.id}.${this.#startCount++}.`;
    const started = await LocalProcess.start(launch, { input, mark });
    this.#processes.add(started);
    void started.exited.then(() => this.#processes.delete(started));
    return started;
  }

  put(root: SandboxRoot, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void> {
    return this.#files.put(root, files);
  }

  get(root: SandboxRoot, paths: readonly string[]): AsyncIterable<SandboxFile> {
    return this.#files.get(root, paths);
  }

  async takePersonal(files: readonly PersonalFile[]): Promise<void> {
    takePersonalFiles(files, this.home);
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#end();
    return this.#disposed;
  }

  async #end(): Promise<void> {
    const processes = [...this.#processes];
    await Promise.all(processes.map((running) => running.stop()));
    await endMarked(`${this.id}.`);
    for (const running of processes) running.close();
  }
}
