import { ByteCursor, startByteChild } from "@reprise/core/parts";
import { argumentBatches } from "../argument-batches.ts";
import { checkedFiles, outermostPaths } from "../checked-files.ts";
import { innerNames } from "../inner-path.ts";
import { SandboxError, type SandboxFile } from "../sandbox.ts";
import { type TarOwner, tarOf } from "../tar/write-tar.ts";
import type { ContainerClient } from "./container-client.ts";
import { listFiles, moveStaged, readFiles, stagePlace } from "./scripts.ts";

interface Place {
  readonly client: ContainerClient;
  readonly container: string;
  /** Absolute, in the container. */
  readonly root: string;
}

/** One archive into a folder of its own, under numbers; then each file to its place. */
export async function putFiles(
  { client, container, root, owner }: Place & { readonly owner: TarOwner },
  files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>,
): Promise<void> {
  const exec = (script: string, ...args: readonly string[]) => ["exec", container, "sh", "-c", script, "sh", ...args];
  const stage = `${stagePlace}/${Math.random().toString(36).slice(2)}`;
  const paths: string[] = [];
  const numbered = async function* () {
    for await (const file of checkedFiles(files)) {
      yield { ...file, path: `${paths.length}` };
      paths.push(file.path);
    }
  };
  const source = numbered();
  // A list is checked before the container is touched.
  const first = await source.next().catch((error) => Promise.reject(asSandboxError(error)));
  if (first.done) return;
  const all = async function* () {
    yield first.value;
    yield* source;
  };
  let failure: unknown = null;
  // The client may accept an archive that ends early.
  const archive = async function* () {
    try {
      yield* tarOf(all(), owner);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    await client.must("Preparing files", exec('mkdir -- "$1"', stage));
    const copied = await client.run(["cp", "--archive", "-", `${container}:${stage}`], archive());
    if (failure !== null) throw failure;
    if (copied.code !== 0) throw new SandboxError(`Files could not be copied into the container: ${copied.stderr}`);
    const pairs = paths.map((path, index) => [`${stage}/${index}`, path]);
    for (const batch of argumentBatches(pairs)) await client.must("Writing files", exec(moveStaged, root, ...batch));
  } catch (error) {
    throw asSandboxError(error);
  } finally {
    await client.run(exec('rm -rf -- "$1"', stage));
  }
}

function asSandboxError(error: unknown): SandboxError {
  if (error instanceof SandboxError) return error;
  return new SandboxError(`Files could not be written: ${(error as Error).message}`, { cause: error });
}

/** Lists first, then reads in order, many files a command. */
export async function* getFiles(place: Place, paths: readonly string[]): AsyncGenerator<SandboxFile> {
  const { client, container, root } = place;
  const found: string[] = [];
  const wanted = outermostPaths(paths);
  for (const batch of argumentBatches(wanted.map((path) => [path]))) {
    const args = ["exec", container, "sh", "-c", listFiles, "sh", root, ...batch];
    const listed = await client.must("Listing files", args);
    found.push(...listed.split("\0").slice(0, -1));
  }
  const names = found.map((path) => path.replace(/^(?:\.\/)+/, "")).filter((path) => !path.includes("\ufffd"));
  for (const batch of argumentBatches(names.sort().map((path) => [path]))) yield* readBatch(place, batch);
}

async function* readBatch({ client, container, root }: Place, paths: readonly string[]): AsyncGenerator<SandboxFile> {
  const child = await startByteChild(client.launch(["exec", container, "sh", "-c", readFiles, "sh", root, ...paths]));
  const errors = drained(child.stderr);
  const cursor = new ByteCursor(child.stdout);
  try {
    for (const path of paths) {
      innerNames(path);
      const [kind, size, mode] = (await lineOf(cursor)).split(" ");
      // Removed since the list was made.
      if (kind === "gone") continue;
      if (kind !== "file") throw new SandboxError(`${path} changed while it was read. Stop what writes to it.`);
      const body = new Body(cursor, path, Number(size));
      yield { path, sizeBytes: Number(size), isExecutable: mode === "x", bytes: () => body.read() };
      for await (const _ of body.read());
    }
  } finally {
    child.kill("SIGKILL");
    child.closeOutput();
    await errors;
  }
}

class Body {
  readonly #cursor: ByteCursor;
  readonly #path: string;
  #left: number;

  constructor(cursor: ByteCursor, path: string, sizeBytes: number) {
    this.#cursor = cursor;
    this.#path = path;
    this.#left = sizeBytes;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const piece = await this.#cursor.next(this.#left);
      if (piece === null) throw new SandboxError(`${this.#path} became shorter while it was read.`);
      this.#left -= piece.length;
      yield piece;
    }
  }
}

async function lineOf(cursor: ByteCursor): Promise<string> {
  let line = "";
  for (;;) {
    const byte = await cursor.next(1);
    if (byte === null || byte[0] === 0x0a || line.length > 100) return line;
    line += String.fromCharCode(byte[0] ?? 0);
  }
}

async function drained(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of pieces);
}
