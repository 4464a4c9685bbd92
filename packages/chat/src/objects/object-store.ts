/**
 * Where bytes are kept for several machines: objects that never change under keys, and heads, which are small and change only by
 * comparison. Its promises: testkit/conformance/object-store.ts.
 *
 * - in a folder: folder-objects.ts; in tables: postgres-objects.ts; in a bucket: s3/s3-objects.ts
 * - which one an address means: open-objects.ts; a place that is away for a while: patiently.ts; bytes to write twice: repeatable.ts
 */
export interface ObjectStore {
  /** Where it is, for people; without secrets. */
  readonly place: string;
  /** False if the key has an object: that one stays. Readers see all of an object or none, also after a crash. */
  put(key: string, content: ObjectContent): Promise<boolean>;
  /** Rejects with `missing`. */
  get(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Objects whose keys start with the prefix, in no order. */
  list(prefix: string): AsyncIterable<ObjectEntry>;
  /** Nothing if there is none. */
  delete(key: string): Promise<void>;
  readHead(key: string): Promise<Head | null>;
  /** Null if it is not as it was: another one has changed it. `before`: its tag; null: there is none. */
  changeHead(key: string, bytes: Uint8Array, before: string | null): Promise<Head | null>;
  /** Rejects unless objects can be written, read and deleted here. */
  check(): Promise<ObjectStoreTraits>;
  close(): Promise<void>;
}

export interface ObjectContent {
  readonly sizeBytes: number;
  /** From the start each time: a write may be tried again. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface ByteRange {
  readonly start: number;
  readonly length: number;
}

export interface ObjectEntry {
  readonly key: string;
  readonly sizeBytes: number;
}

export interface Head {
  readonly bytes: Uint8Array;
  readonly tag: string;
}

export interface ObjectStoreTraits {
  /** False: the place overwrites instead of comparing, so `changeHead` is refused. */
  readonly comparesHeads: boolean;
}

/** `missing`: no such object; `refused`: the place says no; `unreachable`: it does not answer, or is busy; `other`: see the message. */
export type ObjectProblem = "missing" | "refused" | "unreachable" | "too-large" | "other";

export class ObjectError extends Error {
  override readonly name = "ObjectError";
  readonly problem: ObjectProblem;

  constructor(problem: ObjectProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }

  /** The same may succeed later. */
  get isPassing(): boolean {
    return this.problem === "unreachable";
  }
}

const keyShape = /^[a-z0-9_=-][a-z0-9._=-]{0,127}(?:\/[a-z0-9_=-][a-z0-9._=-]{0,127}){0,15}$/;

/** A key is a path of plain lower-case names: alike in folders, buckets and tables. */
export function checkedKey(key: string): string {
  if (keyShape.test(key)) return key;
  throw new ObjectError("other", `${JSON.stringify(key)} cannot be the key of an object.`);
}

export function missing(key: string, place: string): ObjectError {
  return new ObjectError("missing", `The object ${key} is missing in ${place}.`);
}

/** Rejects if there are more or fewer bytes than announced. */
export async function* measured({ sizeBytes, bytes }: ObjectContent): AsyncGenerator<Uint8Array, void, undefined> {
  let count = 0;
  for await (const piece of bytes()) {
    count += piece.length;
    if (count > sizeBytes) break;
    yield piece;
  }
  if (count !== sizeBytes)
    throw new ObjectError("other", `An object of ${sizeBytes} bytes was to be written, but there are others.`);
}

/** The same bytes in pieces of that size; the last one may be shorter. */
export async function* inPieces(content: ObjectContent, pieceBytes: number): AsyncGenerator<Buffer, void, undefined> {
  let held: Uint8Array[] = [];
  let count = 0;
  for await (const piece of measured(content)) {
    held.push(piece);
    count += piece.length;
    if (count < pieceBytes) continue;
    const whole = Buffer.concat(held);
    const full = count - (count % pieceBytes);
    for (let at = 0; at < full; at += pieceBytes) yield whole.subarray(at, at + pieceBytes);
    held = [whole.subarray(full)];
    count -= full;
  }
  if (count > 0) yield Buffer.concat(held);
}

export function contentOf(bytes: Uint8Array): ObjectContent {
  return {
    sizeBytes: bytes.length,
    bytes: async function* () {
      if (bytes.length > 0) yield bytes;
    },
  };
}
