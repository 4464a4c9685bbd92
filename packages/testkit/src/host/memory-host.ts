import type { Host } from "@reprise/core";
import type { Timestamp } from "@reprise/model";

/** An in-memory machine for one test: its files are given, and every byte read is counted. */
export interface MemoryHost extends Host {
  readonly read: { path: string; fromByte: number; byteCount: number }[];
  write(path: string, content: string | Buffer): void;
}

export function memoryHost(files: Record<string, string | Buffer>, env: Record<string, string> = {}): MemoryHost {
  const contents = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  const read: MemoryHost["read"] = [];
  const touched = new Map<string, number>();
  return {
    env,
    homeFolder: "/home/dev",
    platform: "linux",
    pid: 1000,
    read,
    write(path, content) {
      contents.set(path, Buffer.from(content));
      touched.set(path, (touched.get(path) ?? 1) + 1);
    },
    now: () => "2026-11-15T20:00:00.000Z" as Timestamp,
    ticks: () => 0,
    processes: {
      lockHolders: () => new Map(),
      marked: () => new Map(),
      isAlive: () => false,
      isEnding: () => false,
      startOf: () => null,
      bootId: () => null,
      describe: (pid) => ({ pid, program: "unknown", terminal: null }),
      running: () => [],
    },
    files: {
      list: (folder) => entriesOf(contents, folder),
      stamp(path) {
        const content = contents.get(path);
        if (content)
          return {
            sizeBytes: content.length,
            mtimeMs: touched.get(path) ?? 1,
            inode: [...contents.keys()].indexOf(path) + 1,
          };
        return entriesOf(contents, path) ? { sizeBytes: 0, mtimeMs: 1, inode: 0 } : null;
      },
      changedMs: (path) => (contents.has(path) ? (touched.get(path) ?? 1) : null),
      look(folder, isWanted) {
        const entries = this.list(folder);
        if (!entries) return null;
        const inKind = (kind: string) => entries.filter((one) => one.kind === kind).map(({ name }) => name);
        const found = entries.flatMap(({ name, kind }) => {
          const stamp = kind !== "folder" && isWanted(name) ? this.stamp(`${folder}/${name}`) : null;
          return stamp ? [{ name, stamp }] : [];
        });
        return {
          folders: inKind("folder"),
          others: inKind("other"),
          names: found.map(({ name }) => name),
          stamps: Float64Array.from(found.flatMap(({ stamp }) => [stamp.sizeBytes, stamp.mtimeMs, stamp.inode])),
          proof: null,
          isAsBefore: false,
        };
      },
      together: (act) => act(),
      open(path, fromByte = 0) {
        const content = contents.get(path);
        if (!content) return null;
        const seen = { path, fromByte, byteCount: 0 };
        read.push(seen);
        return {
          read(into, at) {
            const count = content.copy(into, at, Math.min(content.length, fromByte + seen.byteCount));
            seen.byteCount += count;
            return count;
          },
          close: () => undefined,
        };
      },
      text: (path, maxBytes) => contents.get(path)?.toString("utf8", 0, maxBytes) ?? null,
      real: (path) => path,
    },
  };
}

function entriesOf(contents: Map<string, Buffer>, folder: string) {
  const below = [...contents.keys()]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1));
  if (below.length === 0) return null;
  const kinds = new Map(
    below.map((path) => [path.split("/")[0] ?? "", path.includes("/") ? "folder" : "file"] as const),
  );
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}
