import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export type TestKind = "unit" | "contract" | "walks" | "live";

/**
 * The kind of a test is what it starts, by itself or through the stages it imports: the first row that names one of these
 * files, folders or modules of Node. A test without a row is `unit`, and `unit-guard.ts` holds it to that.
 */
export const KIND_RULES: readonly (readonly [TestKind, string])[] = [
  ["live", "packages/cli/test/editor/"],
  ["live", "packages/cli/test/review/features.test.ts"], // loads its steps by their names
  ["walks", "packages/cli/test/app"],
  ["walks", "packages/cli/test/examples/browser.ts"],
  ["live", "packages/testkit/src/agents/binaries.ts"],
  ["walks", "packages/testkit/src/terminal/pty.ts"],
  ["contract", "packages/testkit/src/conformance/"],
  ["contract", "packages/testkit/src/echo-agent/acting.ts"],
  ["contract", "packages/testkit/src/postgres/"],
  ["contract", "packages/chat/test/chat-stage.ts"],
  ["contract", "node:child_process"],
  ["contract", "node:http"],
  ["contract", "node:net"],
  // These start nothing, but take minutes of a core.
  ["contract", "packages/testkit/src/growth/growth.ts"],
  ["contract", "packages/cli/test/growth/"],
  ["contract", "packages/core/test/fuzz/"],
  // What these test starts a process or a server.
  ["contract", "packages/cli/src/app/edit-text.test.ts"],
  ["contract", "packages/cli/src/app/start-program.test.ts"],
  ["contract", "packages/cli/src/clipboard.test.ts"],
  ["contract", "packages/core/src/agents/driving/installed-version.test.ts"],
  ["contract", "packages/core/src/agents/opencode/write/run-opencode.test.ts"],
  ["contract", "packages/chat/src/sandbox/container/container-files.test.ts"],
  ["contract", "packages/core/src/host/processes/child.test.ts"],
  ["contract", "packages/core/src/host/processes/find-program.test.ts"],
  ["contract", "packages/core/src/host/processes/program-problem.test.ts"],
  ["contract", "packages/core/src/workbench/files/recent-files.test.ts"],
  ["contract", "packages/core/src/library/shared-reading.test.ts"],
  ["contract", "packages/core/test/hostile-ids.test.ts"],
  ["contract", "packages/vscode/src/server/reprise-program.test.ts"],
  ["contract", "packages/web/src/server/serve.test.ts"],
  ["contract", "packages/web/test/client-size.test.ts"],
  ["contract", "scripts/made-when-used.test.ts"],
  ["contract", "scripts/pack-vscode.test.ts"],
];

const TESTS = ["{packages/*/{src,test},scripts,bench}/**/*.test.ts"];
const TESTKIT = "packages/testkit/src/index.ts";
const checkout = fileURLToPath(new URL("..", import.meta.url));

/** Every test file of the checkout, by kind. */
export function testsByKind(root = checkout): Record<TestKind, string[]> {
  const kinds: Record<TestKind, string[]> = { unit: [], contract: [], walks: [], live: [] };
  const imports = new TestImports(root);
  const files = globSync(TESTS, { cwd: root, exclude: (path) => path.includes("node_modules") });
  for (const file of files.map(withSlashes).sort()) kinds[kindOf(imports.reachedFrom(file))].push(file);
  return kinds;
}

export function kindOf(reached: ReadonlySet<string>): TestKind {
  const names = [...reached];
  const isIn = (stage: string) =>
    names.some((name) => name === stage || (!stage.endsWith(".ts") && name.startsWith(stage)));
  return KIND_RULES.find(([, stage]) => isIn(stage))?.[0] ?? "unit";
}

/** What test code imports. Product code is not followed: a test of it is no wider for what it can do besides. */
class TestImports {
  readonly #root: string;
  readonly #direct = new Map<string, string[]>();
  readonly #testkit: Map<string, string>;

  constructor(root: string) {
    this.#root = root;
    this.#testkit = namesIn(readFileSync(join(root, TESTKIT), "utf8"));
  }

  reachedFrom(file: string): Set<string> {
    const reached = new Set([file]);
    for (const one of reached) for (const imported of this.#importsOf(one)) reached.add(imported);
    return reached;
  }

  #importsOf(file: string): string[] {
    const path = join(this.#root, file);
    if (!isTestCode(file) || !existsSync(path)) return []; // some are written by a test, for a program of its own
    const known = this.#direct.get(file);
    if (known) return known;
    const text = readFileSync(path, "utf8");
    const found = importsIn(text).flatMap(({ names, from }) => this.#resolved(file, names, from));
    this.#direct.set(file, found);
    return found;
  }

  /** The testkit's index leads to all of it: there the names decide. */
  #resolved(file: string, names: readonly string[], from: string): string[] {
    if (from.startsWith(".")) return [posix.join(posix.dirname(file), from)];
    if (from === "@reprise/testkit/spoofing") return ["packages/testkit/src/spoofing/index.ts"];
    if (from === "@reprise/testkit/postgres") return ["packages/testkit/src/postgres/server.ts"];
    if (from !== "@reprise/testkit") return [from];
    return names.map((name) => this.#testkit.get(name) ?? this.#testkit.get("*") ?? TESTKIT);
  }
}

interface Imported {
  /** Without types: they load nothing. */
  names: string[];
  from: string;
}

export function importsIn(text: string): Imported[] {
  const declared = text.matchAll(/^(?:import|export) (?!type )(?:([^"';]*?) from )?"([^"]+)"/gms);
  const awaited = text.matchAll(/\bimport\(()"([^"]+)"\)/g);
  return [...declared, ...awaited].flatMap(([, clause = "", from = ""]) => {
    const braced = /\{(.*)\}/s.exec(clause)?.[1];
    const names = (braced ?? "").split(",").map((name) => name.trim());
    const values = names.filter((name) => name !== "" && !name.startsWith("type "));
    const isOnlyTypes = braced !== undefined && values.length === 0 && clause.trim().startsWith("{");
    return isOnlyTypes ? [] : [{ names: values.map((name) => name.split(" as ")[0] ?? name), from }];
  });
}

function namesIn(index: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const { names, from } of importsIn(index)) {
    for (const name of names.length > 0 ? names : ["*"]) files.set(name, posix.join(posix.dirname(TESTKIT), from));
  }
  return files;
}

function isTestCode(path: string): boolean {
  if (!/\.(?:ts|mjs)$/.test(path)) return false;
  return /^(?:packages\/testkit|scripts|bench)\/|^packages\/[^/]+\/test\/|\/test\/|\.test\.ts$/.test(path);
}

const withSlashes = (path: string) => path.replaceAll("\\", "/");
