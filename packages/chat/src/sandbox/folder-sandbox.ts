import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import type { PersonalFile } from "@reprise/core/agents";
import { digestOf, type ProgramLaunch } from "@reprise/core/parts";
import { FolderFiles } from "./folder-files.ts";
import { endMarked, type GroupSignal, LocalProcess } from "./local-process.ts";
import { takePersonalFiles } from "./personal-files.ts";
import {
  type Sandbox,
  type SandboxCommand,
  SandboxError,
  type SandboxFile,
  type SandboxRequest,
  type SandboxRoot,
} from "./sandbox.ts";
import type { SandboxFolders } from "./sandbox-folders.ts";

/** How a command is started, with the environment of the sandbox. Throws a `SandboxError`. */
export type FolderLaunch = (command: ProgramLaunch) => ProgramLaunch;

export interface FolderSandboxParts {
  readonly folders: SandboxFolders;
  readonly mark: string;
  readonly launch: FolderLaunch;
  readonly signal?: GroupSignal | undefined;
  /** Called with what was taken over. */
  readonly personal?: ((files: readonly PersonalFile[]) => void) | undefined;
}

/** The same for every turn of a chat. */
export function chatMark({ chat, scratch }: SandboxRequest): string {
  return `${digestOf(`${dirname(scratch)}\n${chat}`).slice(0, 24)}.`;
}

/** A sandbox whose home and workspace are folders of this machine, and whose programs are its processes. */
export class FolderSandbox implements Sandbox {
  readonly id: string;
  readonly home: string;
  readonly real: Readonly<Record<SandboxRoot, string>>;
  readonly workspace: string;
  readonly isWorkspaceShared: boolean;
  readonly #launch: FolderLaunch;
  readonly #signal: GroupSignal | undefined;
  readonly #personal: (files: readonly PersonalFile[]) => void;
  readonly #files: FolderFiles;
  readonly #processes = new Set<LocalProcess>();
  #startCount = 0;
  #disposed: Promise<void> | null = null;

  constructor({ folders, mark, launch, signal, personal = () => undefined }: FolderSandboxParts) {
    const { home, workspace, isWorkspaceShared, real } = folders;
    this.id = `${mark}${randomUUID()}`;
    this.home = home;
    this.real = real;
    this.workspace = workspace;
    this.isWorkspaceShared = isWorkspaceShared;
    this.#files = new FolderFiles(real);
    this.#launch = launch;
    this.#signal = signal;
    this.#personal = personal;
  }

  async run({ program, args, env, cwd, input }: SandboxCommand): Promise<LocalProcess> {
    if (this.#disposed !== null) throw new SandboxError("The sandbox is closed. Open another one.");
    const launch = this.#launch({ program, args, cwd: cwd ?? this.workspace, env });
    const mark = `${this.id}.${this.#startCount++}.`;
    const started = await LocalProcess.start(launch, { input, mark, signal: this.#signal });
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
    this.#personal(files);
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
