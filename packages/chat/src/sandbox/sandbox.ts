/**
 * Where a turn of a chat runs. Its suite: testkit/conformance/sandbox.ts.
 *
 * - what a sandbox promises: this file
 * - processes of this machine: local-sandbox.ts; in namespaces: bubblewrap-sandbox.ts, bubblewrap-mounts.ts; what both share:
 *   folder-sandbox.ts, local-process.ts
 * - in a container: container/container-sandbox.ts, container/container.ts; files in and out as tar: tar/write-tar.ts, tar/read-tar.ts
 * - files below its roots: folder-files.ts; paths that may not leave them: inner-path.ts, checked-files.ts
 * - what it gets of the person: environment.ts, plain-environment.ts, personal-files.ts
 */

import type { PersonalFile } from "@reprise/core/agents";

/** Where the turns of a chat run. */
export interface SandboxProvider {
  /** Chosen by this name in a request. */
  readonly name: string;
  /**
   * What runs in it cannot reach the person's files. Decides what an agent may do unless the request says: everything in an
   * isolated sandbox, changes of the workspace otherwise.
   */
  readonly isIsolated: boolean;
  /** It runs programs of this machine. */
  readonly isLocal: boolean;
  /** Why it cannot be used on this machine, and what to do about it; null if it can. Starts nothing that stays. */
  unavailable(): Promise<string | null>;
  /** A sandbox for one turn; whatever a killed turn of the chat left running is ended first. Rejects with a `SandboxError`; nothing is left behind then but files in `scratch`. */
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
  /** The roots are these folders of this machine. Absent: they are elsewhere. */
  readonly real?: Readonly<Record<SandboxRoot, string>> | undefined;
  /** The workspace is a folder of this machine: what happens in it stays, whatever becomes of the turn. */
  readonly isWorkspaceShared: boolean;
  /** Rejects with a `SandboxError` if it cannot start. */
  run(command: SandboxCommand): Promise<SandboxProcess>;
  /**
   * Writes files below `home` or `workspace`, with their folders; what is there already is replaced. A path that leaves it is
   * refused: of a list before anything is written, of a stream before its own file is.
   */
  put(root: SandboxRoot, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void>;
  /**
   * Files at and below the paths, sorted by path; a missing path has none, and `.` is everything. Links, special files and names
   * that are not UTF-8 are left out. Rejects for a path that leaves the root.
   */
  get(root: SandboxRoot, paths: readonly string[]): AsyncIterable<SandboxFile>;
  /** Takes over sign-in and configuration of the person into `home`. Absent if it is not on the person's machine. */
  takePersonal?(files: readonly PersonalFile[]): Promise<void>;
  /** Absent if it has none. The sandbox may be gone afterwards: only `dispose` follows. */
  snapshot?(): Promise<string>;
  /** Ends everything in it and removes it; `scratch` stays. Never throws; may be called twice. */
  dispose(): Promise<void>;
}

export type SandboxRoot = "home" | "workspace";

export interface SandboxFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Exactly `sizeBytes`, otherwise it rejects. Read at most once, before the next file. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface SandboxCommand {
  /** A name on the sandbox's path, or an absolute path in it. */
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the sandbox's own environment, and shown in no command line. */
  readonly env: Readonly<Record<string, string>>;
  /** Default: the workspace. */
  readonly cwd?: string | undefined;
  /** For stdin, which is then closed. */
  readonly input: string | Uint8Array;
}

export interface SandboxProcess {
  /** In the pieces they came in, each to be read once. Both must be read; unread output holds the process back where the sandbox can. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /**
   * After both outputs have ended, which a background process that keeps them open does not delay for long. Never rejects. Where
   * the sandbox cannot report a signal, `code` is 128 and its number.
   */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /**
   * Ends it and everything it started: gently first, then by force. Resolves when they are gone, whether or not the output is
   * read. Never throws.
   */
  stop(): Promise<void>;
}

/** A sandbox that could not be made or used. The message says what to do. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
}
