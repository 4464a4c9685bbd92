import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { plainEnv, postgresFolder, unprivileged } from "./binaries.ts";

/** Ends the server and removes its files when the pipe to it closes, however the test process ended. */
const keeper = `
trap '' INT TERM HUP
folder=$1; shift
exec 3<&0
"$@" </dev/null & pid=$!
while read -r word <&3; do
  if [ "$word" = stop ]; then kill -QUIT $pid; wait $pid; fi
  if [ "$word" = start ]; then "$@" </dev/null & pid=$!; fi
done
kill -INT $pid; wait $pid
rm -rf "$folder"
`;

export interface PostgresServer {
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** As if the machine of the database had lost power; resolves when it takes connections again. */
  restart(): Promise<void>;
  /** Runs one statement in the database at the address. */
  query(url: string, text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

let shared: Promise<PostgresServer> | null = null;

/** An empty database on the one server of this process, which ends with it. */
export async function testDatabase(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).newDatabase();
}

export async function startPostgres(): Promise<PostgresServer> {
  const { path: native, isCopy } = postgresFolder();
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  for (const owned of [folder, data])
    if (unprivileged.uid !== undefined) chownSync(owned, unprivileged.uid, unprivileged.gid);
  const words = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  const made = spawnSync(join(native, "bin/initdb"), words, { ...unprivileged, env: plainEnv, encoding: "utf8" });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = ["fsync=off", "full_page_writes=off", "max_connections=300", "shared_buffers=16MB"];
  const child = spawn(
    "sh",
    [
      ...["-c", keeper, "sh", folder, join(native, "bin/postgres"), "-D", data, "-k", folder, "-h", ""],
      ...settings.flatMap((setting) => ["-c", setting]),
    ],
    { ...unprivileged, env: plainEnv, stdio: ["pipe", "ignore", "pipe"] },
  );
  await ready(child);
  if (isCopy) process.once("exit", () => rmSync(native, { recursive: true, force: true }));
  child.unref();
  const url = (database: string) => `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;
  return {
    async newDatabase() {
      const name = `d${randomBytes(8).toString("hex")}`;
      await queryAt(url("postgres"), `create database ${name}`);
      return url(name);
    },
    async restart() {
      child.stdin?.write("stop\nstart\n");
      await ready(child);
    },
    query: queryAt,
    async close() {
      child.stdin?.end();
      child.ref();
      await once(child, "exit");
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  const stderr = child.stderr as NonNullable<ChildProcess["stderr"]> & { ref(): void; unref(): void };
  let said = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const hear = (piece: Buffer) => {
    said += piece;
    if (said.includes("ready to accept connections")) resolve();
  };
  const fail = () => reject(new Error(`PostgreSQL did not start: ${said}`));
  stderr.ref();
  stderr.on("data", hear);
  child.once("exit", fail);
  try {
    await promise;
  } finally {
    child.off("exit", fail);
    stderr.off("data", hear);
    // What it says later is not kept, and holds nobody back.
    stderr.resume();
    stderr.unref();
    (child.stdin as unknown as { unref(): void }).unref();
  }
}

async function queryAt(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that restarts ends it; the query says so.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows ?? [];
  } finally {
    await client.end();
  }
}
