// Loaded before each file of kind `unit`, which starts no process and listens on no port: what does is of another kind.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";
import { afterAll, expect } from "vitest";

/** The worker's, since modules that are loaded once keep the functions of the first file. */
const worker = globalThis as { startedByUnits?: string[] };
worker.startedByUnits ??= [];
const started = worker.startedByUnits;

for (const name of ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const) {
  Object.assign(childProcess, { [name]: (command: string) => refuse(`${name} ${command}`) });
}
net.Server.prototype.listen = () => refuse("listen");
syncBuiltinESMExports();

// Product code may take a program that does not start for one that is not installed.
afterAll(() => {
  expect(started.splice(0), "A unit test starts no process and no server: see scripts/test-kinds.ts").toEqual([]);
});

function refuse(what: string): never {
  started.push(what);
  throw new Error(`A unit test may not ${what}: see scripts/test-kinds.ts`);
}
