/** Where the turns of a chat run. */
export interface SandboxProvider {
  /** Chosen by this name in a request. */
  readonly name: string;
  /**
   * What runs in it cannot reach the person's files. Decides what an agent may do unless the request says: everything in an
   * isolated sandbox, changes of the workspace otherwise.
   */
  readonly isIsolated: boolean;
  /** Why it cannot be used on this machine, and what to do about it; null if it can. Starts nothing that stays. */
  unavailable(): Promise<string | null>;
  /** A sandbox for one turn. Rejects with a `SandboxError`; nothing is left behind then. */
  open(request: SandboxRequest): Promise<Sandbox>;
}

export interface SandboxRequest {
  readonly chat: string;
  /** A folder of this machine to work in; null for an empty one. Refused by name if the sandbox cannot reach it. */
  readonly workspace: string | null;
  /** A snapshot that this provider took; null for a fresh sandbox. */
  readonly snapshot: string | null;
  /** An existing empty folder of this machine, for providers that work in one; the caller removes it. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

export interface Sandbox {
  readonly id: string;
  /** Absolute paths inside. */
  readonly home: string;
  readonly workspace: string;
  /** The workspace is a folder of this machine: what happens in it stays, whatever becomes of the turn. */
  readonly isWorkspaceShared: boolean;
  /** Rejects with a `SandboxError` if it cannot start. */
  run(command: SandboxCommand): Promise<SandboxProcess>;
  /** Writes files below `home` or `workspace`, with their folders. Paths that leave it are refused before anything is written. */
  put(root: SandboxRoot, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void>;
  /** Files below the paths, sorted by path; a missing path has none. Links and special files are left out. */
  get(root: SandboxRoot, paths: readonly string[]): AsyncIterable<SandboxFile>;
  /** Absent if it has none. The sandbox may be gone afterwards: only `dispose` follows. */
  snapshot?(): Promise<string>;
  /** Ends everything in it and removes it. Never throws; may be called twice. */
  dispose(): Promise<void>;
}

export type SandboxRoot = "home" | "workspace";

export interface SandboxFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Read at most once, before the next file. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface SandboxCommand {
  /** A name on the sandbox's path, or an absolute path in it. */
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the sandbox's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: the workspace. */
  readonly cwd?: string | undefined;
  /** For stdin, which is then closed. */
  readonly input: string;
}

export interface SandboxProcess {
  /** In the pieces they came in. Both must be read; unread output holds the process back. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** After both outputs have ended. Never rejects. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends it and everything it started: gently first, then by force. Resolves when they are gone. Never throws. */
  stop(): Promise<void>;
}

/** A sandbox that could not be made or used. The message says what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}
