import type { SandboxFile } from "../sandbox.ts";

const block = 512;

/** Files as a tar archive in the POSIX (pax) format, which every tar reads. The same files give the same bytes. */
export async function* tarOf(
  files: AsyncIterable<SandboxFile> | Iterable<SandboxFile>,
  owner: TarOwner = { uid: 0, gid: 0 },
): AsyncGenerator<Uint8Array> {
  for await (const file of files) {
    yield headOf(file, owner);
    yield* file.bytes();
    const rest = file.sizeBytes % block;
    if (rest !== 0) yield new Uint8Array(block - rest);
  }
  yield new Uint8Array(2 * block);
}

export interface TarOwner {
  readonly uid: number;
  readonly gid: number;
}

/** The size of the archive, without reading any file. */
export function tarSize(files: Iterable<Pick<SandboxFile, "path" | "sizeBytes" | "isExecutable">>): number {
  let sum = 2 * block;
  for (const file of files) sum += headOf(file, { uid: 0, gid: 0 }).length + Math.ceil(file.sizeBytes / block) * block;
  return sum;
}

type Head = Pick<SandboxFile, "path" | "sizeBytes" | "isExecutable">;

function headOf({ path, sizeBytes, isExecutable }: Head, owner: TarOwner): Buffer {
  const name = Buffer.from(path);
  const mode = isExecutable ? 0o755 : 0o644;
  const isPlain = name.length <= 100 && /^[\x20-\x7e]*$/.test(path) && sizeBytes <= mostPlainBytes;
  if (isPlain) return header({ name, sizeBytes, mode, type: "0", owner });
  const records = Buffer.concat([record("path", path), record("size", `${sizeBytes}`)]);
  const padded = Buffer.alloc(Math.ceil(records.length / block) * block);
  records.copy(padded);
  return Buffer.concat([
    header({ name: Buffer.from("pax"), sizeBytes: records.length, mode: 0o644, type: "x", owner }),
    padded,
    header({
      name: Buffer.from("file"),
      sizeBytes: Math.min(sizeBytes, mostPlainBytes),
      mode,
      type: "0",
      owner,
    }),
  ]);
}

/** Eleven octal digits. */
const mostPlainBytes = 0o77777777777;

/** Its length counts itself. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (rest + `${length}`.length !== length) length = rest + `${length}`.length;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

interface Header {
  readonly name: Buffer;
  readonly sizeBytes: number;
  readonly mode: number;
  readonly type: "0" | "x";
  readonly owner: TarOwner;
}

function header({ name, sizeBytes, mode, type, owner }: Header): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  name.copy(bytes, 0, 0, 100);
  octal(mode, 100, 8);
  octal(owner.uid, 108, 8);
  octal(owner.gid, 116, 8);
  octal(sizeBytes, 124, 12);
  octal(0, 136, 12);
  bytes.write("        ", 148, "latin1");
  bytes.write(`${type}`, 156, "latin1");
  bytes.write("ustar\x0000", 257, "latin1");
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return bytes;
}
