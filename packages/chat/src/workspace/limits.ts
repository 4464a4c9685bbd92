import { WorkspaceError } from "./workspace-error.ts";

/** What may travel with a chat. */
export interface WorkspaceLimits {
  readonly mostFiles: number;
  readonly mostFileBytes: number;
  /** Of all files together, and of the changes of a repository. */
  readonly mostBytes: number;
  /** A repository up to this size travels with its whole history: no remote is needed to rebuild it. */
  readonly mostHistoryBytes: number;
}

const mebibyte = 1024 * 1024;

export const usualWorkspaceLimits: WorkspaceLimits = {
  mostFiles: 50_000,
  mostFileBytes: 100 * mebibyte,
  mostBytes: 1024 * mebibyte,
  mostHistoryBytes: 64 * mebibyte,
};

export interface SizedFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Throws a `WorkspaceError` that names the biggest files. */
export function checkLimits(files: readonly SizedFile[], limits: WorkspaceLimits): void {
  const problem = problemOf(files, limits);
  if (problem === null) return;
  const biggest = files.toSorted((a, b) => b.sizeBytes - a.sizeBytes).slice(0, 5);
  const names = biggest.map(({ path, sizeBytes }) => `${path} (${inMebibytes(sizeBytes)})`).join(", ");
  throw new WorkspaceError(
    "too-large",
    `The workspace is too large to keep for the next message: ${problem}. The biggest: ${names}. Delete them, list them in .gitignore, or work in a shared folder.`,
  );
}

function problemOf(files: readonly SizedFile[], limits: WorkspaceLimits): string | null {
  const { mostFiles, mostFileBytes, mostBytes } = limits;
  if (files.length > mostFiles) return `${files.length} files, of at most ${mostFiles}`;
  if (files.some(({ sizeBytes }) => sizeBytes > mostFileBytes))
    return `a file has more than ${inMebibytes(mostFileBytes)}`;
  const sum = files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  return sum > mostBytes ? `${inMebibytes(sum)}, of at most ${inMebibytes(mostBytes)}` : null;
}

export function inMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`;
}
