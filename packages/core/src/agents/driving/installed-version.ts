import { basename, join } from "node:path";
import { parseJson } from "@reprise/model";
import { readStart } from "../../host/files/open-file.ts";
import { replaceFile } from "../../host/files/replace-file.ts";
import { nodeHost } from "../../host/node-host.ts";
import { cacheFolderOf } from "../../host/own-folders.ts";
import { startChild } from "../../host/processes/child.ts";
import { packageOf } from "../../host/processes/program-package.ts";
import { endsWithin, stopChild } from "../exec/stop-process.ts";
import { fieldOf, isForeign, textOf } from "../foreign.ts";
import type { Launch } from "./driver.ts";
import { type ReleaseTable, versionIn } from "./releases.ts";

type Environment = Launch["env"];

const limitMs = 20_000;
const mostPrograms = 50;
const mostBytes = 64 * 1024;

/** The release of a program, if known without starting it. */
export function knownVersion(program: string, table: ReleaseTable, env: Environment): string | null {
  return versionOnDisk(program, table) ?? remembered(program, env);
}

/** The release of a program; runs `--version` if nothing else is certain. Null if unknown: then nothing is refused because of it. */
export async function installedVersion(
  program: string,
  table: ReleaseTable,
  { env }: Pick<Launch, "env">,
): Promise<string | null> {
  const known = versionOnDisk(program, table) ?? (isOneFile(program) ? remembered(program, env) : null);
  if (known !== null) return known;
  const said = versionIn(await outputOf(program, env));
  if (said !== null) rememberVersion(program, said, env);
  return said;
}

/** Caches the version a program reported, for plans and the next start. A failed write does no harm. */
export function rememberVersion(program: string, version: string, env: Environment): void {
  if (remembered(program, env) === version) return;
  const others = Object.entries(programsIn(env)).filter(([path]) => path !== program);
  const programs = Object.fromEntries(
    [...others, [program, { stamp: stampOf(program), version }]].slice(-mostPrograms),
  );
  try {
    replaceFile(memoryPath(env), `${JSON.stringify({ v: 1, programs })}\n`, { isDurable: false });
  } catch {
    // Queried again next time.
  }
}

/** From its npm package, or from a file named after its release. */
function versionOnDisk(program: string, { packages }: ReleaseTable): string | null {
  const found = packageOf(program);
  if (found && packages.test(found.name)) return versionIn(found.version);
  const name = basename(nodeHost({}).files.real(program));
  return versionIn(name) === name ? name : null;
}

/** A script or a link may start another release tomorrow and look the same. */
function isOneFile(program: string): boolean {
  const name = basename(program).replace(/\.exe$/, "");
  const real = nodeHost({}).files.real(program);
  try {
    return basename(real).startsWith(name) && readStart(real, 2).toString("latin1") !== "#!";
  } catch {
    return false; // executable, but not readable
  }
}

function remembered(program: string, env: Environment): string | null {
  const entry = programsIn(env)[program];
  const stamp = stampOf(program);
  return stamp !== null && fieldOf(entry, "stamp") === stamp ? textOf(fieldOf(entry, "version")) : null;
}

function programsIn(env: Environment): Readonly<Record<string, unknown>> {
  try {
    const memory: unknown = parseJson(nodeHost(env).files.text(memoryPath(env), mostBytes) ?? "{}");
    const programs = fieldOf(memory, "v") === 1 ? fieldOf(memory, "programs") : null;
    return isForeign(programs) ? programs : {};
  } catch {
    return {}; // truncated, or a later format
  }
}

function memoryPath(env: Environment): string {
  return join(cacheFolderOf(nodeHost(env)), "releases.json");
}

function stampOf(program: string): string | null {
  try {
    const { files } = nodeHost({});
    const stamp = files.stamp(files.real(program));
    return stamp && `${stamp.sizeBytes}-${stamp.mtimeMs}-${stamp.inode}`;
  } catch {
    return null;
  }
}

async function outputOf(program: string, env: Environment): Promise<string> {
  const child = await startChild({ program, args: ["--version"], cwd: null, env }).catch(() => null);
  if (child === null) return ""; // starting it for the turn reports the reason
  child.closeInput();
  const lines: string[] = [];
  const read = (async () => {
    for await (const line of child.lines) lines.push(line);
  })();
  if (!(await endsWithin(child, limitMs))) await stopChild(child);
  await read;
  const { code } = await child.exited;
  return code === 0 ? lines.join("\n") : "";
}
