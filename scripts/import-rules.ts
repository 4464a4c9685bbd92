import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { agentFolders, brokenAgentNameRules } from "./agent-name-rules.ts";
import { brokenCircleRule } from "./circle-rules.ts";
import { brokenConsentRules } from "./consent-rules.ts";
import { brokenEventRule } from "./event-rules.ts";
import { brokenItemKindRule } from "./item-kind-rules.ts";
import { brokenLockfileRules } from "./lockfile-rules.ts";
import { brokenNameRules } from "./name-rules.ts";
import { type Found, readFacts, type SourceFacts } from "./source-facts.ts";

/** The folders of core in the order data walks: each may import only those before it. */
const CORE_ORDER = [
  "host",
  "log",
  "agents",
  "journal",
  "transcript",
  "workspace",
  "annotations",
  "catalog",
  "library",
  "bundle",
  "store",
  "runs",
  "restore",
  "runner",
  "projects",
  "reviews",
  "workbench",
];

const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  core: ["model"],
  tui: ["model"],
  "web/app": ["model", "web/client"],
  "web/client": ["model"],
  web: ["model"],
  mcp: ["model"],
  acp: ["model"],
  chat: ["model", "core"],
  demo: ["model", "core"],
  vscode: ["model", "web"],
  cli: ["model", "core", "chat", "demo", "tui", "web", "web/client", "mcp", "acp"],
  testkit: ["model", "core", "chat"],
};

/** Folders of web that run in a browser, with rules of their own. */
const BROWSER_FOLDERS = ["app", "client"];

/** Folders in agents/ that are not an agent's own: any agent may use them, and they use no agent. */
const SHARED_BY_AGENTS = ["reading", "driving", "writing", "ailments", "exec", "chat"];

const MACHINE_MODULES = ["fs", "child_process", "sqlite", "os", "process", "worker_threads"];

interface Place {
  /** The package, or the part of one that has rules of its own: `web/app`. */
  part: string;
  /** The folder in core; null for a file directly in it. */
  folder: string | null;
  /** The folder in core/agents; null for a file directly in it. */
  agent: string | null;
  isTest: boolean;
}

/** Reads nothing but the facts; an empty list means that every import is allowed. */
export function brokenImportRules(files: SourceFacts[]): string[] {
  return files.flatMap((file) => {
    const from = placeOf(file.path);
    if (from === null) return [];
    const at = (found: Found, problems: string[]) => problems.map((problem) => `${file.path}:${found.line} ${problem}`);
    return [
      ...file.imports.flatMap((found) => at(found, importProblems(file.path, from, found.name))),
      ...file.globalUses.flatMap((found) => at(found, globalProblems(from, found.name))),
    ];
  });
}

function placeOf(path: string): Place | null {
  const [packages, name, ...inside] = path.split("/");
  if (packages !== "packages" || name === undefined) return null;
  const isTest = path.endsWith(".test.ts") || inside[0] === "test";
  const folders = inside.slice(inside[0] === "src" ? 1 : 0, -1);
  const isInPage = name === "web" && BROWSER_FOLDERS.includes(folders[0] ?? "");
  const part = isInPage ? `web/${folders[0]}` : name;
  const folder = name === "core" ? (folders[0] ?? null) : null;
  return { part, folder, agent: folder === "agents" ? (folders[1] ?? null) : null, isTest };
}

function importProblems(path: string, from: Place, specifier: string): string[] {
  const builtIn = specifier.replace(/^node:/, "").split("/")[0] ?? "";
  if (specifier.startsWith("node:") || MACHINE_MODULES.includes(builtIn)) return builtInProblems(from, builtIn);
  const to = targetOf(path, specifier);
  if (to === null) return [];
  if (to.part !== from.part) return packageProblems(from, to, specifier);
  return from.part === "core" ? coreProblems(from, to) : [];
}

function targetOf(path: string, specifier: string): Place | null {
  if (specifier.startsWith(".")) return placeOf(posix.join(posix.dirname(path), specifier));
  if (specifier === "reprise" || specifier.startsWith("reprise/")) return placeOf("packages/cli/src/index.ts");
  const [, name, folder] = /^@reprise\/([^/]+)(?:\/([^/]+))?/.exec(specifier) ?? [];
  if (name === "web" && BROWSER_FOLDERS.includes(folder ?? "")) return placeOf(`packages/web/src/${folder}/index.ts`);
  return name === undefined ? null : placeOf(`packages/${name}/src/index.ts`);
}

function builtInProblems(from: Place, module: string): string[] {
  if (from.isTest) return [];
  if (from.part === "model" || from.part.startsWith("web/")) {
    return [`${from.part} must run in a browser: no node:${module} here`];
  }
  return MACHINE_MODULES.includes(module) ? machineProblems(from, `node:${module}`) : [];
}

function globalProblems(from: Place, use: string): string[] {
  if (use !== "JSON.parse") return machineProblems(from, use);
  return from.isTest || from.part !== "core" ? [] : ["read JSON with parseJson: it bounds the depth"];
}

function machineProblems(from: Place, use: string): string[] {
  if (from.isTest || from.part !== "core" || from.folder === "host") return [];
  return [`only core/host touches the machine: no ${use} here`];
}

function packageProblems(from: Place, to: Place, specifier: string): string[] {
  const allowed = MAY_IMPORT[from.part];
  if (allowed === undefined) return [`${from.part} has no rule yet: add it to MAY_IMPORT`];
  const isTried = from.isTest && (to.part === "testkit" || to.part.startsWith(`${from.part}/`));
  if (!allowed.includes(to.part) && !isTried) {
    return [`${from.part} may not import ${to.part}`];
  }
  return specifier.startsWith(".") ? [`import ${to.part} by its package name, not by a path`] : [];
}

function coreProblems(from: Place, to: Place): string[] {
  if (from.folder === null || from.isTest) return [];
  const [mine, theirs] = [CORE_ORDER.indexOf(from.folder), CORE_ORDER.indexOf(to.folder ?? "")];
  if (mine === -1) return [`core/${from.folder} has no place yet: add it to CORE_ORDER`];
  if (to.folder === null) return [`core/${from.folder} may not import the files that wire core together`];
  if (theirs === -1) return [`core/${to.folder} has no place yet: add it to CORE_ORDER`];
  if (theirs > mine) return [`core/${from.folder} may not import core/${to.folder}, which comes after it`];
  const isOtherAgent = from.agent !== null && to.agent !== null && to.agent !== from.agent;
  if (!isOtherAgent || SHARED_BY_AGENTS.includes(to.agent ?? "")) return [];
  return [`core/agents/${from.agent} may not import core/agents/${to.agent}`];
}

/** A spread literal only hides the fields of the object around it. */
export function brokenSpreadRule(files: SourceFacts[]): string[] {
  return files.flatMap(({ path, literalSpreads }) =>
    literalSpreads.map(({ line }) => `${path}:${line} spreads an object literal: write its fields out`),
  );
}

/** What appends to a file without being a log: the primitive itself, and files that are not ours alone. */
const APPENDING = [
  "packages/core/src/host/files/append-file.ts",
  // Makes a database that is missing.
  "packages/core/src/host/database/database.ts",
  // A progress file, which its agent and editors write too.
  "packages/core/src/host/files/rewrite-file.ts",
  // Pipes and terminals that the person named.
  "packages/cli/src/export/write-stream.ts",
];

/** A file that only grows is a log: torn ends, full disks and links are treated in one place. */
export function brokenAppendRule(path: string, text: string): string[] {
  const isFree =
    /^packages\/(?:core\/src\/log|testkit|demo)\/|\/test\/|\.test\.ts$/.test(path) || APPENDING.includes(path);
  if (isFree || !/\bappendFile(?:Sync)?\b|\bO_APPEND\b|\/append-file\.ts"/.test(text)) return [];
  return [`${path} appends to a file: only core/log does, with Log or appendLine`];
}

const MOUNT = "packages/web/src/server/mount.ts";

/** A route that is served elsewhere is in no table: not in the OpenAPI document, the docs, the client or the editor's list. */
export function brokenRouteRule(files: SourceFacts[]): string[] {
  return files
    .filter(({ path }) => path.startsWith("packages/web/src/server/") && path !== MOUNT && !path.endsWith(".test.ts"))
    .flatMap(({ path, servedRoutes }) =>
      servedRoutes.map(({ line }) => `${path}:${line} serves a route by itself: put it into model/routes and mount it`),
    );
}

/** Everything in the checkout that breaks a rule of import-rules, circle-rules, event-rules, name-rules, agent-name-rules or lockfile-rules. */
export function brokenRules(root: string): string[] {
  const paths = sourcesIn(root);
  const texts = paths.map((path) => readFileSync(join(root, path), "utf8"));
  const files = paths.map((path, index) => readFacts(path, texts[index] ?? ""));
  const agents = agentFolders(paths);
  const byText = paths.flatMap((path, index) => {
    const text = texts[index] ?? "";
    return [
      ...brokenAgentNameRules(path, text, agents),
      ...brokenAppendRule(path, text),
      ...brokenEventRule(path, text),
      ...brokenItemKindRule(path, text),
    ];
  });
  return [
    ...byText,
    ...brokenImportRules(files),
    ...brokenNameRules(files),
    ...brokenSpreadRule(files),
    ...brokenRouteRule(files),
    ...brokenCircleRule(files.filter(({ path }) => path.includes("/src/") && !path.endsWith(".test.ts"))),
    ...brokenLockfileRules(root),
    ...brokenConsentRules(root),
  ];
}

export function sourcesIn(root: string): string[] {
  const entries = readdirSync(join(root, "packages"), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.m?tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !/\/(?:node_modules|dist)\//.test(path))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = brokenRules(fileURLToPath(new URL("..", import.meta.url)));
  for (const problem of problems) console.error(problem);
  console.error(`Rules broken: ${problems.length}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
