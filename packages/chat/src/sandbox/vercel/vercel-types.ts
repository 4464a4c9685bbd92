// The part of `@vercel/sandbox` that is used, so that its class can be passed in and nothing has to be installed.

export interface VercelSandboxClass {
  create(params: VercelCreate): Promise<VercelSandbox>;
  get(params: { name: string }): Promise<VercelSandbox>;
  list(params: { tags: { reprise: string } }): Promise<AsyncIterable<{ name: string }>>;
}

export type VercelCreate =
  | (VercelSettings & { source?: never })
  | (VercelSettings & { source: { type: "snapshot"; snapshotId: string } });

type VercelSettings = {
  timeout?: number;
  tags?: Record<string, string>;
  persistent?: boolean;
  signal?: AbortSignal;
};

export interface VercelSandbox {
  readonly name: string;
  readonly cwd: string;
  runCommand(params: VercelRun & { detached: true }): Promise<VercelCommand>;
  runCommand(params: VercelRun): Promise<{ exitCode: number; stderr(): Promise<string> }>;
  readFile(file: { path: string }): Promise<NodeJS.ReadableStream | null>;
  readFileToBuffer(file: { path: string }): Promise<Buffer | null>;
  writeFiles(files: { path: string; content: Uint8Array; mode?: number }[]): Promise<void>;
  extendTimeout(duration: number): Promise<void>;
  snapshot(opts?: { expiration?: number }): Promise<{ snapshotId: string }>;
  stop(): Promise<unknown>;
  delete(): Promise<void>;
}

export interface VercelRun {
  cmd: string;
  args?: string[];
  cwd?: string;
  env?: Record<string, string>;
}

export interface VercelCommand {
  logs(): AsyncIterable<{ stream: "stdout" | "stderr"; data: string }>;
  wait(): Promise<{ exitCode: number }>;
  kill(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<void>;
}
