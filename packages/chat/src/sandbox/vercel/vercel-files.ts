import { randomUUID } from "node:crypto";
import { checkedFiles, outermostPaths } from "../checked-files.ts";
import { SandboxError, type SandboxFile } from "../sandbox.ts";
import { listFiles, moveStaged } from "./vercel-scripts.ts";
import type { VercelSandbox } from "./vercel-types.ts";

const mostBatchBytes = 16 * 1024 * 1024;

interface Place {
  readonly sandbox: VercelSandbox;
  readonly root: string;
  /** For files on their way; in the file system of the root. */
  readonly stage: string;
}

type Staged = { path: string; isExecutable: boolean; content: Uint8Array };

/** Uploaded under numbers, then moved to their places. */
export async function putFiles(place: Place, files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>): Promise<void> {
  try {
    let batch: Staged[] = [];
    let size = 0;
    for await (const { path, isExecutable, bytes } of checkedFiles(files)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes()) pieces.push(piece);
      const content = Buffer.concat(pieces);
      batch.push({ path, isExecutable, content });
      size += content.length;
      if (size < mostBatchBytes) continue;
      await putBatch(place, batch);
      [batch, size] = [[], 0];
    }
    if (batch.length > 0) await putBatch(place, batch);
  } catch (error) {
    throw asSandboxError("Files could not be written", error);
  }
}

async function putBatch({ sandbox, root, stage }: Place, files: readonly Staged[]): Promise<void> {
  const folder = `${stage}/${randomUUID()}`;
  const list = JSON.stringify(files.map(({ path, isExecutable }) => ({ path, isExecutable })));
  await sandbox.writeFiles([
    ...files.map(({ content }, index) => ({ path: `${folder}/${index}`, content })),
    { path: `${folder}/list.json`, content: Buffer.from(list) },
  ]);
  await runNode(sandbox, moveStaged, root, folder);
}

export async function* getFiles(
  { sandbox, root, stage }: Place,
  paths: readonly string[],
): AsyncGenerator<SandboxFile> {
  const list = `${stage}/${randomUUID()}.json`;
  const wanted = Buffer.from(JSON.stringify(outermostPaths(paths)));
  let found: Omit<SandboxFile, "bytes">[];
  try {
    await sandbox.writeFiles([{ path: list, content: wanted }]);
    await runNode(sandbox, listFiles, root, list);
    const answer = await sandbox.readFileToBuffer({ path: list });
    found = JSON.parse(answer?.toString("utf8") ?? "[]") as typeof found;
  } catch (error) {
    throw asSandboxError("Files could not be listed", error);
  }
  for (const file of found.sort((a, b) => (a.path < b.path ? -1 : 1)))
    yield { ...file, bytes: () => bytesOf(sandbox, `${root}/${file.path}`, file.sizeBytes) };
}

async function* bytesOf(sandbox: VercelSandbox, path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let left = sizeBytes;
  if (left === 0) return;
  const stream = await sandbox.readFile({ path });
  for await (const piece of (stream ?? []) as AsyncIterable<Uint8Array>) {
    const kept = piece.subarray(0, left);
    left -= kept.length;
    yield kept;
    if (left === 0) return;
  }
  throw new SandboxError(`${path} became shorter while it was read.`);
}

/** Rejects with a `SandboxError` that has what the program said. */
export async function runNode(sandbox: VercelSandbox, script: string, ...args: string[]): Promise<void> {
  const finished = await sandbox.runCommand({ cmd: "node", args: ["-e", script, "--", ...args] });
  if (finished.exitCode === 0) return;
  throw new SandboxError((await finished.stderr()).trim().slice(-2000) || `node ended with ${finished.exitCode}`);
}

export function asSandboxError(what: string, error: unknown): SandboxError {
  if (error instanceof SandboxError) return error;
  return new SandboxError(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
}
